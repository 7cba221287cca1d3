/** What of a run is new. */
@NullMarked
package dev.agenthost.context.run;

import org.jspecify.annotations.NullMarked;
