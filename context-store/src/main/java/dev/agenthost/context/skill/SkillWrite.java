package dev.agenthost.context.skill;

/** What became of a change that a person wanted. */
public sealed interface SkillWrite {
    /** @param isNew whether there was none of that name */
    record Done(StoredSkill skill, boolean isNew) implements SkillWrite {}

    /** There is one of that name, and it was not said which version is to be replaced. */
    record Exists() implements SkillWrite {}

    /** Somebody was faster. */
    record Stale(long version) implements SkillWrite {}

    record Missing() implements SkillWrite {}

    /** The workspace's quota has no room for another one. */
    record TooMany() implements SkillWrite {}
}
