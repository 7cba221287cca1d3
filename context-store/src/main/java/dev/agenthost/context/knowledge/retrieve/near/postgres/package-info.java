/** An index by pgvector's HNSW, made and filled beside the vectors as they are stored. */
@NullMarked
package dev.agenthost.context.knowledge.retrieve.near.postgres;

import org.jspecify.annotations.NullMarked;
