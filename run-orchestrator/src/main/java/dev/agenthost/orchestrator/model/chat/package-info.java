/** LangBot's words for models in OpenAI's, and back. */
@NullMarked
package dev.agenthost.orchestrator.model.chat;

import org.jspecify.annotations.NullMarked;
