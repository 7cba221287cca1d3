@NullMarked
package dev.agenthost.bench.soak;

import org.jspecify.annotations.NullMarked;
