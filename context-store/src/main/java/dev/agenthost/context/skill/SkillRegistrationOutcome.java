package dev.agenthost.context.skill;

/** What became of a skill that a runner wanted to register. */
public sealed interface SkillRegistrationOutcome {
    /** @param version 0 where it was registered and somebody deleted it since */
    record Registered(long version) implements SkillRegistrationOutcome {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements SkillRegistrationOutcome {}

    /** A person wrote the one of that name, or another runner did. */
    record Taken() implements SkillRegistrationOutcome {}

    record TooMany() implements SkillRegistrationOutcome {}
}
