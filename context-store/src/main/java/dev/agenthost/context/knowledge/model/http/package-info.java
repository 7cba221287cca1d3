/** Embedding models of workspaces, as run-orchestrator tells of them. */
@NullMarked
package dev.agenthost.context.knowledge.model.http;

import org.jspecify.annotations.NullMarked;
