package dev.agenthost.context.meaning;

/** Where in its conversation an entry stands; the newest first. */
public record EntryPlace(long seq) implements Comparable<EntryPlace> {
    @Override
    public int compareTo(EntryPlace other) {
        return Long.compare(other.seq, seq);
    }
}
