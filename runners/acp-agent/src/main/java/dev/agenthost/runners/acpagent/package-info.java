/** The runner that hands its runs to a command-line agent over the Agent Client Protocol. */
@NullMarked
package dev.agenthost.runners.acpagent;

import org.jspecify.annotations.NullMarked;
