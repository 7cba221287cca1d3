package dev.agenthost.protocol.store.skill;

import dev.agenthost.protocol.error.Fields;

/** A run activates a skill. Answered with its {@link SkillContent}; {@code not_found} where there is none, or it is turned off. */
public record SkillQuestion(String workspaceId, String skillName) {
    public SkillQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(skillName, "skill_name");
    }
}
