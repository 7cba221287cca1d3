package dev.agenthost.context.skill;

/** The state of a skill that a change expects. */
public sealed interface SkillPrecondition {
    /** No skill of that name exists. */
    record Unconditional() implements SkillPrecondition {}

    /** A skill of that name exists, in any version. */
    record AnyVersion() implements SkillPrecondition {}

    record Version(long version) implements SkillPrecondition {}
}
