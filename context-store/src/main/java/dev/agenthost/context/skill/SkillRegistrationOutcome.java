package dev.agenthost.context.skill;

/** Outcome of a runner's registration of a skill. */
public sealed interface SkillRegistrationOutcome {
    /** @param version 0 if the skill was registered and deleted since */
    record Registered(long version) implements SkillRegistrationOutcome {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements SkillRegistrationOutcome {}

    /** A person or another runner wrote the skill of that name. */
    record NameConflict() implements SkillRegistrationOutcome {}

    record TooMany() implements SkillRegistrationOutcome {}
}
