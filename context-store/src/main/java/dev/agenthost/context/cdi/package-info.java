/** Which technology stands behind which port. */
@NullMarked
package dev.agenthost.context.cdi;

import org.jspecify.annotations.NullMarked;
