package dev.agenthost.context.skill;

import dev.agenthost.protocol.store.skill.SkillFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Skills of tests. */
public final class Skills {
    private Skills() {}

    public static Skill of(String workspace, String name) {
        return withInstructions(workspace, name, "Say hello.");
    }

    public static Skill withInstructions(String workspace, String name, String instructions) {
        return new Skill(workspace, name, "Display", "What it is for.", instructions, List.of(), true, null);
    }

    public static Skill with(List<SkillFile> files) {
        return new Skill("w", "greet", null, "What it is for.", "Say hello.", files, true, null);
    }

    public static Skill described(@Nullable String display, String description, String instructions) {
        return new Skill("w", "greet", display, description, instructions, List.of(), true, null);
    }

    public static Skill by(String runner, String workspace, String name, String instructions) {
        return new Skill(workspace, name, null, "What it is for.", instructions, List.of(), true, runner);
    }
}
