package dev.agenthost.context.semanticsearch.transcript;

/** Where in its conversation an entry stands; the newest first. */
public record EntryPosition(long seq) implements Comparable<EntryPosition> {
    @Override
    public int compareTo(EntryPosition other) {
        return Long.compare(other.seq, seq);
    }
}
