/** How much a replica holds at once, and how much of that for one workspace. */
@NullMarked
package dev.agenthost.context.room;

import org.jspecify.annotations.NullMarked;
