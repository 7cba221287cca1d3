package dev.agenthost.context.skill;

/** What somebody who changes a skill believes to be there. */
public sealed interface Expected {
    /** Nothing of that name. */
    record Nothing() implements Expected {}

    /** One, whichever it is. */
    record Anything() implements Expected {}

    record Version(long version) implements Expected {}
}
