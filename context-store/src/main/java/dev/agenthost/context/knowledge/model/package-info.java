/** Embedding models of workspaces: what run-orchestrator told of them, and who makes vectors by them. */
@NullMarked
package dev.agenthost.context.knowledge.model;

import org.jspecify.annotations.NullMarked;
