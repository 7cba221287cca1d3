package dev.agenthost.protocol.store.skill;

import dev.agenthost.protocol.error.Fields;

/** A run's request to activate a skill. Returns {@link SkillContent}; {@code not_found} if the skill is missing or disabled. */
public record SkillQuestion(String workspaceId, String skillName) {
    public SkillQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(skillName, "skill_name");
    }
}
