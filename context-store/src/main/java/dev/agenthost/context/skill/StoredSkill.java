package dev.agenthost.context.skill;

import java.time.Instant;
import java.util.Objects;

/**
 * A stored skill.
 *
 * @param version greater than that of any earlier skill of the name
 */
public record StoredSkill(Skill skill, long version, Instant changedAt) {
    public StoredSkill {
        Objects.requireNonNull(skill);
        Objects.requireNonNull(changedAt);
    }
}
