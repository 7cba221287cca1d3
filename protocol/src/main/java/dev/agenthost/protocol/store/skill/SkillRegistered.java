package dev.agenthost.protocol.store.skill;

import dev.agenthost.protocol.error.Fields;

/** A registered skill. @param version grows with each change; 0 if deleted meanwhile */
public record SkillRegistered(String skillName, long version) {
    public SkillRegistered {
        Fields.text(skillName, "skill_name");
    }
}
