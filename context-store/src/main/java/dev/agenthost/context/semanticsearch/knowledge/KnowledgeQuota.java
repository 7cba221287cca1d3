package dev.agenthost.context.semanticsearch.knowledge;

/**
 * Limits of the knowledge of one workspace, in all of its knowledge bases together.
 *
 * @param bytes of documents as they were uploaded
 * @param chunks of indexed documents; a concurrent replica may exceed it by one document
 */
public record KnowledgeQuota(long bytes, long chunks) {
    /** The default quota: space for about a thousand books. */
    public static final KnowledgeQuota DEFAULT = new KnowledgeQuota(1L << 30, 500_000);

    public KnowledgeQuota {
        if (bytes < 1 || chunks < 1) {
            throw new IllegalArgumentException("a quota has at least one byte and one chunk");
        }
    }
}
