/** An agent's process and what it leaves behind. */
@NullMarked
package dev.agenthost.runners.acpagent.process;

import org.jspecify.annotations.NullMarked;
