@NullMarked
package dev.agenthost.bench.relay;

import org.jspecify.annotations.NullMarked;
