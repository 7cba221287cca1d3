package dev.agenthost.context.cursor;

/**
 * A place in a transcript, at an entry or in the gap behind one; what is before and after it is clear in both cases.
 *
 * @param halfSteps twice the entry's number; one more behind it
 */
public record Place(long halfSteps) implements Comparable<Place> {
    public Place {
        if (halfSteps < 0) {
            throw new IllegalArgumentException("before the first place");
        }
    }

    /** The entry itself, which is neither before nor after it. */
    public static Place at(long seq) {
        return new Place(2 * seq);
    }

    /** Behind that entry and before the next, which need not be there yet. */
    public static Place behind(long seq) {
        return new Place(2 * seq + 1);
    }

    /** The first number that is not before this place. */
    public long end() {
        return (halfSteps + 1) / 2;
    }

    /** The last number that is not after this place. */
    public long start() {
        return halfSteps / 2;
    }

    @Override
    public int compareTo(Place other) {
        return Long.compare(halfSteps, other.halfSteps);
    }
}
