/** Runners that do harm: one that floods, one that does not read. */
@NullMarked
package dev.agenthost.bench.hostile;

import org.jspecify.annotations.NullMarked;
