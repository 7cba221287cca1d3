package dev.agenthost.context.semanticsearch.vectorindex;

/** A matching chunk; its rank is its position in the list. */
public record ChunkHit(long document, int index) implements Comparable<ChunkHit> {
    @Override
    public int compareTo(ChunkHit other) {
        return document == other.document
                ? Integer.compare(index, other.index)
                : Long.compare(document, other.document);
    }
}
