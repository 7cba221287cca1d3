package dev.agenthost.context.eventlog;

/** Result of checking a cursor. */
public sealed interface CursorValidation {
    record Valid(TranscriptPosition position) implements CursorValidation {}

    /** Forged, altered, of another conversation or thread, or signed with a removed key; the caller gets the same answer for each. */
    record Invalid() implements CursorValidation {}
}
