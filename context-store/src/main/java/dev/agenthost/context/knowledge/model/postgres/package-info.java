/** Embedding models of workspaces in PostgreSQL. */
@NullMarked
package dev.agenthost.context.knowledge.model.postgres;

import org.jspecify.annotations.NullMarked;
