/** What to say now on a surface, given the results of a run so far. */
@NullMarked
package dev.agenthost.delivery.surface;

import org.jspecify.annotations.NullMarked;
