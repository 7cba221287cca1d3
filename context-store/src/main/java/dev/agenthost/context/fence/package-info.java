/** Which attempt of a run may still write. */
@NullMarked
package dev.agenthost.context.fence;

import org.jspecify.annotations.NullMarked;
