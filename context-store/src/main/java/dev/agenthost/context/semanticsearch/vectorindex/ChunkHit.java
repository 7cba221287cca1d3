package dev.agenthost.context.semanticsearch.vectorindex;

/** A chunk that fits; how well is said by its place among others. */
public record ChunkHit(long document, int place) implements Comparable<ChunkHit> {
    @Override
    public int compareTo(ChunkHit other) {
        return document == other.document
                ? Integer.compare(place, other.place)
                : Long.compare(document, other.document);
    }
}
