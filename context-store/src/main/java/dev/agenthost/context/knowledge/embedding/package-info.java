/** What a provider of embeddings is asked, and what of its answer counts. */
@NullMarked
package dev.agenthost.context.knowledge.embedding;

import org.jspecify.annotations.NullMarked;
