package dev.agenthost.context.skill;

/**
 * Limits the number of skills of one workspace; {@code SkillLimits} limits the size of one.
 *
 * @param skills of all skills
 * @param registered of those that runners wrote, so that people keep room for theirs
 */
public record SkillQuota(int skills, int registered) {
    public SkillQuota {
        if (skills < 1 || registered < 0) {
            throw new IllegalArgumentException("a quota has at least one skill");
        }
    }
}
