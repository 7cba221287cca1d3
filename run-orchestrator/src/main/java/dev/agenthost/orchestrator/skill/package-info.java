/** Skills as tools: how a run learns one, and how it leaves one behind. */
@NullMarked
package dev.agenthost.orchestrator.skill;

import org.jspecify.annotations.NullMarked;
