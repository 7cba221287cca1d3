package dev.agenthost.context.skill;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.store.skill.SkillFile;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A skill as people write and read it. What the host says of it (workspace, version and the rest) may be sent back, and is not looked at. */
public record SkillDocument(
        @Nullable String name,
        @Nullable String workspaceId,
        @Nullable String displayName,
        String description,
        String instructions,
        List<SkillFile> files,
        @Nullable Boolean enabled,
        @Nullable String registeredBy,
        @Nullable Long version,
        @Nullable Instant changedAt) {
    public SkillDocument {
        Fields.text(description, "description");
        Fields.text(instructions, "instructions");
        files = Fields.list(files, "files");
    }

    /** The skill that a person means. */
    public Skill skill(String itsName, String workspace) {
        return new Skill(
                workspace, itsName, displayName, description, instructions, files, Fields.or(enabled, true), null);
    }

    public static SkillDocument of(StoredSkill stored) {
        Skill skill = stored.skill();
        return new SkillDocument(
                skill.name(),
                skill.workspaceId(),
                skill.displayName(),
                skill.description(),
                skill.instructions(),
                skill.files(),
                skill.enabled(),
                skill.registeredBy(),
                stored.version(),
                stored.changedAt());
    }
}
