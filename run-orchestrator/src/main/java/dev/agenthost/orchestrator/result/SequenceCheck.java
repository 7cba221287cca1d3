package dev.agenthost.orchestrator.result;

/** The position of a runner's result among those already seen (spec 000 §7.4; spec/README 8). */
public sealed interface SequenceCheck {
    /** The expected number. */
    record Next() implements SequenceCheck {}

    /** A number already seen: dropped. */
    record Duplicate() implements SequenceCheck {}

    /** Numbers were skipped: accepted, with a warning; nothing waits for them. */
    record Gap(long expected) implements SequenceCheck {}

    /** A skipped number after all: accepted in the order of arrival, with a warning. */
    record Late(long expected) implements SequenceCheck {}

    /** No number, or none that counts: taken as the next. */
    record Unnumbered() implements SequenceCheck {}

    /** After the terminal result: dropped with a warning, whatever its number. */
    record AfterTerminal() implements SequenceCheck {}
}
