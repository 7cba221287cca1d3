package dev.agenthost.context.skill;

import java.time.Instant;
import java.util.Objects;

/**
 * A skill as it is kept.
 *
 * @param version greater than that of anything that had its name before
 */
public record StoredSkill(Skill skill, long version, Instant changedAt) {
    public StoredSkill {
        Objects.requireNonNull(skill);
        Objects.requireNonNull(changedAt);
    }
}
