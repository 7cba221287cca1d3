/** What runners made: which bytes are taken, and who sees them. */
@NullMarked
package dev.agenthost.context.artifact;

import org.jspecify.annotations.NullMarked;
