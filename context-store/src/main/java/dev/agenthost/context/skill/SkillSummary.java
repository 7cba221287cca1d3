package dev.agenthost.context.skill;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A skill in a list, without its instructions. */
public record SkillSummary(
        String name,
        @Nullable String displayName,
        String description,
        boolean enabled,
        @Nullable String registeredBy,
        long version,
        Instant changedAt) {}
