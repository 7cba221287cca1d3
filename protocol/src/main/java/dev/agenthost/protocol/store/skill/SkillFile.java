package dev.agenthost.protocol.store.skill;

import dev.agenthost.protocol.error.Fields;

/** A small text that belongs to a skill. */
public record SkillFile(String path, String content) {
    public SkillFile {
        Fields.text(path, "path");
        Fields.required(content, "content");
    }
}
