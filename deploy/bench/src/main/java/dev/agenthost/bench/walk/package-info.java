@NullMarked
package dev.agenthost.bench.walk;

import org.jspecify.annotations.NullMarked;
