/** The logs of the box's processes: their ends, what is added to them, large ones set aside. */
@NullMarked
package dev.agenthost.local.log;

import org.jspecify.annotations.NullMarked;
