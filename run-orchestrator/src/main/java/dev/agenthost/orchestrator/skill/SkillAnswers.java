package dev.agenthost.orchestrator.skill;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.StoreAnswer;
import dev.agenthost.orchestrator.tool.ToolAnswer;
import dev.agenthost.orchestrator.tool.ToolPiece;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.store.skill.SkillContent;
import dev.agenthost.protocol.store.skill.SkillFile;
import dev.agenthost.protocol.store.skill.SkillRegistered;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the two tools say. */
final class SkillAnswers {
    private SkillAnswers() {}

    /** @param file null for the instructions and the paths of all files */
    static ToolAnswer activated(StoreAnswer<SkillContent> answer, @Nullable String file) {
        return switch (answer) {
            case StoreAnswer.Answered<SkillContent> answered ->
                file == null ? whole(answered.value()) : one(answered.value(), file);
            case StoreAnswer.Refused<SkillContent> refused -> refused(refused.code(), refused.detail());
        };
    }

    static ToolAnswer registered(StoreAnswer<SkillRegistered> answer) {
        return switch (answer) {
            case StoreAnswer.Answered<SkillRegistered> answered -> {
                SkillRegistered skill = answered.value();
                ObjectNode structured = named(skill.skillName()).put("version", skill.version());
                yield said("The skill " + skill.skillName() + " is registered.", structured);
            }
            case StoreAnswer.Refused<SkillRegistered> refused -> refused(refused.code(), refused.detail());
        };
    }

    private static ToolAnswer whole(SkillContent skill) {
        ObjectNode structured = named(skill.skillName());
        ArrayNode files = structured.putArray("files");
        skill.files().forEach(file -> files.add(file.path()));
        return said(skill.instructions(), structured);
    }

    private static ToolAnswer one(SkillContent skill, String path) {
        return skill.files().stream()
                .filter(file -> file.path().equals(path))
                .findFirst()
                .map(SkillFile::content)
                .map(content -> said(content, named(skill.skillName()).put(SkillSchemas.FILE, path)))
                .orElseGet(() -> ToolAnswer.refused(FailureCode.NOT_FOUND, "The skill has no such file"));
    }

    /** A fence means that the run is over, whatever we still believe of it. */
    private static ToolAnswer refused(FailureCode code, String detail) {
        return switch (code) {
            case CONFLICT -> ToolAnswer.refused(FailureCode.NOT_FOUND, "Run session not found or expired");
            case FORBIDDEN -> ToolAnswer.refused(FailureCode.UNAUTHORIZED, detail);
            case NOT_FOUND, INVALID_ARGUMENT, PAYLOAD_TOO_LARGE -> ToolAnswer.refused(code, detail);
            default -> ToolAnswer.refused(FailureCode.RUNTIME_ERROR, "the host could not do this");
        };
    }

    private static ObjectNode named(String skill) {
        return JsonNodeFactory.instance.objectNode().put(SkillSchemas.SKILL_NAME, skill);
    }

    private static ToolAnswer said(String text, ObjectNode structured) {
        return new ToolAnswer.Said(List.of(new ToolPiece.Text(text)), structured, false);
    }
}
