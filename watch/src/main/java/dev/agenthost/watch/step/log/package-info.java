/** Steps as lines of a log, and the fixed keys of every line. */
@NullMarked
package dev.agenthost.watch.step.log;

import org.jspecify.annotations.NullMarked;
