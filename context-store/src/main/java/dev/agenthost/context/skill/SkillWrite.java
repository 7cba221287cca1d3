package dev.agenthost.context.skill;

/** Outcome of a person's change to a skill. */
public sealed interface SkillWrite {
    /** @param isNew true if there was none of that name */
    record Done(StoredSkill skill, boolean isNew) implements SkillWrite {}

    /** A skill of that name exists, and the request does not state the version to replace. */
    record Exists() implements SkillWrite {}

    /** Another change was faster. */
    record Stale(long version) implements SkillWrite {}

    record Missing() implements SkillWrite {}

    /** The workspace's quota has no room for another skill. */
    record TooMany() implements SkillWrite {}
}
