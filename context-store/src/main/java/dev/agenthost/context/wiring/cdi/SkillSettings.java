package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.skill.SkillQuota;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Limits of the skills of one workspace. The same on every replica. */
@ConfigMapping(prefix = "agenthost.skills")
interface SkillSettings {
    @WithDefault("200")
    int maxSkills();

    /** Most skills that runners registered. */
    @WithDefault("50")
    int maxRegistered();

    default SkillQuota quota() {
        return new SkillQuota(maxSkills(), maxRegistered());
    }
}
