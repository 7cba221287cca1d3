package dev.agenthost.context.knowledge.retrieve;

/** A chunk that fits; how well is said by its place among others. */
public record Hit(long document, int place) implements Comparable<Hit> {
    @Override
    public int compareTo(Hit other) {
        return document == other.document
                ? Integer.compare(place, other.place)
                : Long.compare(document, other.document);
    }
}
