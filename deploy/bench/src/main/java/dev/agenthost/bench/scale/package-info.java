/** context-store with a thousand, a million and ten million rows. */
@NullMarked
package dev.agenthost.bench.scale;

import org.jspecify.annotations.NullMarked;
