package dev.agenthost.context.skill;

/** What somebody who changes a skill believes to be there. */
public sealed interface SkillPrecondition {
    /** Nothing of that name. */
    record Nothing() implements SkillPrecondition {}

    /** One, whichever it is. */
    record Anything() implements SkillPrecondition {}

    record Version(long version) implements SkillPrecondition {}
}
