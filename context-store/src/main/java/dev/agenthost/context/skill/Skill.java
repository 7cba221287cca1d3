package dev.agenthost.context.skill;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.store.skill.SkillFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Instructions that an agent may read and follow.
 *
 * @param instructions Markdown
 * @param registeredBy the runner that wrote it; null if a person did
 */
public record Skill(
        String workspaceId,
        String name,
        @Nullable String displayName,
        String description,
        String instructions,
        List<SkillFile> files,
        boolean enabled,
        @Nullable String registeredBy) {
    public Skill {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(name, "name");
        Fields.text(description, "description");
        Fields.text(instructions, "instructions");
        files = Fields.list(files, "files");
    }
}
