package dev.agenthost.context.eventlog;

/** What a cursor turned out to be. */
public sealed interface CursorValidation {
    record Valid(TranscriptPosition place) implements CursorValidation {}

    /** Made up, altered, of another conversation or thread, or signed with a key that is gone: all the same to who asks. */
    record Foreign() implements CursorValidation {}
}
