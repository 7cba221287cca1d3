package dev.agenthost.context.semanticsearch.indexing;

import dev.agenthost.context.semanticsearch.knowledge.ChunkSizes;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import java.util.UUID;

/**
 * A document that this replica alone indexes while the claim is valid.
 *
 * @param document its key
 * @param revision revision of its content and chunking
 * @param claims number of claims of this revision, this one included
 * @param room number of chunks that the quota of its workspace permits
 */
public record IndexingClaim(
        UUID claimId, long document, long revision, DocumentKind kind, ChunkSizes sizes, int claims, long room) {}
