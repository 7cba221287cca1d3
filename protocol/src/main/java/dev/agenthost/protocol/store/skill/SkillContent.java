package dev.agenthost.protocol.store.skill;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A skill's content.
 *
 * @param instructions Markdown
 */
public record SkillContent(
        String skillName,
        @Nullable String displayName,
        String description,
        String instructions,
        List<SkillFile> files) {
    public SkillContent {
        Fields.text(skillName, "skill_name");
        Fields.text(description, "description");
        Fields.text(instructions, "instructions");
        files = Fields.list(files, "files");
    }
}
