@NullMarked
package dev.agenthost.bench.load;

import org.jspecify.annotations.NullMarked;
