package dev.agenthost.context.skill;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.store.skill.SkillFile;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A skill in requests and responses. Fields of the host (workspace, version and the rest) are ignored in requests. */
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

    /** Returns the skill of the request. */
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
