/** What an agent says and does in a turn, as results of a run. */
@NullMarked
package dev.agenthost.runners.acpagent.turn;

import org.jspecify.annotations.NullMarked;
