package dev.agenthost.context.cursor;

/** What a cursor turned out to be. */
public sealed interface CursorReading {
    record Valid(Place place) implements CursorReading {}

    /** Made up, altered, of another conversation or thread, or signed with a key that is gone: all the same to who asks. */
    record Foreign() implements CursorReading {}
}
