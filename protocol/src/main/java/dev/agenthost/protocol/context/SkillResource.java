package dev.agenthost.protocol.context;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** A skill the run may activate: facts only, never a prompt (spec 000 §6). */
public record SkillResource(
        String skillName,
        @Nullable String displayName,
        @Nullable String description) {
    public SkillResource {
        Fields.text(skillName, "skill_name");
    }
}
