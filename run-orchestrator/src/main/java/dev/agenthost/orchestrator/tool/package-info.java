/** Tools that runs may call, whoever offers them. */
@NullMarked
package dev.agenthost.orchestrator.tool;

import org.jspecify.annotations.NullMarked;
