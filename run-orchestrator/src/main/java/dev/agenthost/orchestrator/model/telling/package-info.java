/** What is written of embedding models is told to context-store, until it took it. */
@NullMarked
package dev.agenthost.orchestrator.model.telling;

import org.jspecify.annotations.NullMarked;
