package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.skill.SkillQuota;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How many skills one workspace may have. The same on every replica. */
@ConfigMapping(prefix = "agenthost.skills")
interface SkillSettings {
    @WithDefault("200")
    int maxSkills();

    /** Of those that runners registered. */
    @WithDefault("50")
    int maxRegistered();

    default SkillQuota quota() {
        return new SkillQuota(maxSkills(), maxRegistered());
    }
}
