package dev.agenthost.context.skill;

/** The state of a skill that a change expects. */
public sealed interface SkillPrecondition {
    /** No skill of that name exists. */
    record Nothing() implements SkillPrecondition {}

    /** A skill of that name exists, in any version. */
    record Anything() implements SkillPrecondition {}

    record Version(long version) implements SkillPrecondition {}
}
