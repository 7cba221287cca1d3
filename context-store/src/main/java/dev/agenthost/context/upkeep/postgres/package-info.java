/** What must be done from time to time. */
@NullMarked
package dev.agenthost.context.upkeep.postgres;

import org.jspecify.annotations.NullMarked;
