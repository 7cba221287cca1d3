/** What an agent is, and where agents are kept. */
@NullMarked
package dev.agenthost.binding.agent;

import org.jspecify.annotations.NullMarked;
