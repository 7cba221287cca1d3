package dev.agenthost.orchestrator.hostapi.outbound;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.tool.ToolContent;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.skill.SkillContent;
import dev.agenthost.protocol.store.skill.SkillFile;
import dev.agenthost.protocol.store.skill.SkillRegistered;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts answers of context-store to the outcomes of the two skill tools. */
final class SkillAnswers {
    private SkillAnswers() {}

    /** @param file null for the instructions and the paths of all files */
    static ToolOutcome activated(ContextStoreResponse<SkillContent> answer, @Nullable String file) {
        return switch (answer) {
            case ContextStoreResponse.Answered<SkillContent> answered ->
                file == null ? whole(answered.value()) : one(answered.value(), file);
            case ContextStoreResponse.Refused<SkillContent> refused -> refused(refused.code(), refused.detail());
        };
    }

    static ToolOutcome registered(ContextStoreResponse<SkillRegistered> answer) {
        return switch (answer) {
            case ContextStoreResponse.Answered<SkillRegistered> answered -> {
                SkillRegistered skill = answered.value();
                ObjectNode structured = named(skill.skillName()).put("version", skill.version());
                yield answered("The skill " + skill.skillName() + " is registered.", structured);
            }
            case ContextStoreResponse.Refused<SkillRegistered> refused -> refused(refused.code(), refused.detail());
        };
    }

    private static ToolOutcome whole(SkillContent skill) {
        ObjectNode structured = named(skill.skillName());
        ArrayNode files = structured.putArray("files");
        skill.files().forEach(file -> files.add(file.path()));
        return answered(skill.instructions(), structured);
    }

    private static ToolOutcome one(SkillContent skill, String path) {
        return skill.files().stream()
                .filter(file -> file.path().equals(path))
                .findFirst()
                .map(SkillFile::content)
                .map(content -> answered(content, named(skill.skillName()).put(SkillSchemas.FILE, path)))
                .orElseGet(() -> ToolOutcome.refused(FailureCode.NOT_FOUND, "The skill has no such file"));
    }

    /** Converts a refusal. A fence means that the run has ended, even if this replica still has it. */
    private static ToolOutcome refused(FailureCode code, String detail) {
        return switch (code) {
            case CONFLICT -> ToolOutcome.refused(FailureCode.NOT_FOUND, "Run session not found or expired");
            case FORBIDDEN -> ToolOutcome.refused(FailureCode.UNAUTHORIZED, detail);
            case NOT_FOUND, INVALID_ARGUMENT, PAYLOAD_TOO_LARGE -> ToolOutcome.refused(code, detail);
            default -> ToolOutcome.refused(FailureCode.RUNTIME_ERROR, "the host could not do this");
        };
    }

    private static ObjectNode named(String skill) {
        return JsonNodeFactory.instance.objectNode().put(SkillSchemas.SKILL_NAME, skill);
    }

    private static ToolOutcome answered(String text, ObjectNode structured) {
        return new ToolOutcome.Answered(List.of(new ToolContent.Text(text)), structured, false);
    }
}
