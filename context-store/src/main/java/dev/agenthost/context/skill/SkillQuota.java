package dev.agenthost.context.skill;

/**
 * How many skills one workspace may keep; how large one may be says {@code SkillLimits}.
 *
 * @param skills of all of them
 * @param registered of those that runners wrote, so that they leave people room
 */
public record SkillQuota(int skills, int registered) {
    public SkillQuota {
        if (skills < 1 || registered < 0) {
            throw new IllegalArgumentException("a quota has at least one skill");
        }
    }
}
