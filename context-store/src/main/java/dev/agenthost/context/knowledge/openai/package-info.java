/** Endpoints that speak as OpenAI's does. */
@NullMarked
package dev.agenthost.context.knowledge.openai;

import org.jspecify.annotations.NullMarked;
