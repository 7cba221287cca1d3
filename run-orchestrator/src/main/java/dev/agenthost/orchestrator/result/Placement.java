package dev.agenthost.orchestrator.result;

/** Where a result of a runner stands among those already seen (spec 000 §7.4; spec/README 8). */
public sealed interface Placement {
    /** The expected number. */
    record Next() implements Placement {}

    /** A number already seen: dropped. */
    record Duplicate() implements Placement {}

    /** Numbers were skipped: accepted, with a warning; nothing waits for them. */
    record Gap(long expected) implements Placement {}

    /** A skipped number after all: accepted in the order of arrival, with a warning. */
    record Late(long expected) implements Placement {}

    /** No number, or none that counts: taken as the next. */
    record Unnumbered() implements Placement {}

    /** After the terminal result: dropped with a warning, whatever its number. */
    record AfterTerminal() implements Placement {}
}
