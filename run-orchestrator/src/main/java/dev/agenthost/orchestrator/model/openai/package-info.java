/** Endpoints that speak as OpenAI's does. */
@NullMarked
package dev.agenthost.orchestrator.model.openai;

import org.jspecify.annotations.NullMarked;
