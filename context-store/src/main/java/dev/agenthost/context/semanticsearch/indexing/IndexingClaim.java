package dev.agenthost.context.semanticsearch.indexing;

import dev.agenthost.context.semanticsearch.knowledge.ChunkSizes;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import java.util.UUID;

/**
 * A document that is being indexed here, and nowhere else while the claim holds.
 *
 * @param document its key
 * @param revision of its content and of how it is cut
 * @param claims how often this revision was begun, with this time
 * @param room for so many chunks its workspace has
 */
public record IndexingClaim(
        UUID claimId, long document, long revision, DocumentKind kind, ChunkSizes sizes, int claims, long room) {}
