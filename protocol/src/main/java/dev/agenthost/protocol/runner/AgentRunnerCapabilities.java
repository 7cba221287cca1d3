package dev.agenthost.protocol.runner;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The abilities of a runner, which grant no rights (spec 000 §4.3, a closed set). {@code steering} and {@code
 * interactions} are later additions of LangBot.
 */
public record AgentRunnerCapabilities(
        boolean streaming,
        boolean toolCalling,
        boolean knowledgeRetrieval,
        boolean multimodalInput,
        boolean skillAuthoring,
        boolean interrupt,
        boolean steering,
        boolean interactions) {
    private static final Set<String> KEYS = Set.of(
            "streaming",
            "tool_calling",
            "knowledge_retrieval",
            "multimodal_input",
            "skill_authoring",
            "interrupt",
            "steering",
            "interactions");

    /** Reads the keys of a manifest; an unknown key is an {@link IllegalArgumentException}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static AgentRunnerCapabilities of(Map<String, @Nullable Boolean> keys) {
        keys.forEach((key, value) -> {
            if (!KEYS.contains(key)) {
                throw new InvalidFieldException(key, "must be a known capability");
            }
            Fields.required(value, key);
        });
        return new AgentRunnerCapabilities(
                has(keys, "streaming"),
                has(keys, "tool_calling"),
                has(keys, "knowledge_retrieval"),
                has(keys, "multimodal_input"),
                has(keys, "skill_authoring"),
                has(keys, "interrupt"),
                has(keys, "steering"),
                has(keys, "interactions"));
    }

    public static AgentRunnerCapabilities none() {
        return of(Map.of());
    }

    private static boolean has(Map<String, @Nullable Boolean> keys, String key) {
        return Boolean.TRUE.equals(keys.get(key));
    }
}
