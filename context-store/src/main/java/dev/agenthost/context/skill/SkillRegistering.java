package dev.agenthost.context.skill;

/** What became of a skill that a runner wanted to register. */
public sealed interface SkillRegistering {
    /** @param version 0 where it was registered and somebody deleted it since */
    record Registered(long version) implements SkillRegistering {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements SkillRegistering {}

    /** A person wrote the one of that name, or another runner did. */
    record Taken() implements SkillRegistering {}

    record TooMany() implements SkillRegistering {}
}
