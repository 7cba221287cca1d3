/** What an agent is asked. */
@NullMarked
package dev.agenthost.runners.acpagent.prompt;

import org.jspecify.annotations.NullMarked;
