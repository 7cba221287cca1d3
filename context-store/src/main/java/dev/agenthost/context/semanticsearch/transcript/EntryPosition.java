package dev.agenthost.context.semanticsearch.transcript;

/** Position of an entry in its conversation; sorts the newest first. */
public record EntryPosition(long seq) implements Comparable<EntryPosition> {
    @Override
    public int compareTo(EntryPosition other) {
        return Long.compare(other.seq, seq);
    }
}
