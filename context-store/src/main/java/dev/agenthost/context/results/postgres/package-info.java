/** Results of runs out of the event log. */
@NullMarked
package dev.agenthost.context.results.postgres;

import org.jspecify.annotations.NullMarked;
