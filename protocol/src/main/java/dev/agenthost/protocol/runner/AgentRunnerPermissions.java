package dev.agenthost.protocol.runner;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The most a runner asks for; what it gets is cut by policy, configuration and scope (spec 000 §4.4, closed sets).
 * {@code interactions} and {@code count_tokens} are the peer's later ones, {@code agents} and {@code timers} this
 * host's own, which a manifest without them does not name.
 */
public record AgentRunnerPermissions(
        List<String> models,
        List<String> tools,
        List<String> knowledgeBases,
        List<String> history,
        List<String> events,
        List<String> artifacts,
        List<String> storage,
        List<String> files,
        List<String> interactions,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> agents,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> timers) {
    private static final Map<String, Set<String>> CLOSED = Map.ofEntries(
            Map.entry("models", Set.of("invoke", "stream", "rerank", "count_tokens")),
            Map.entry("tools", Set.of("detail", "call")),
            Map.entry("knowledge_bases", Set.of("list", "retrieve")),
            Map.entry("history", Set.of("page", "search")),
            Map.entry("events", Set.of("get", "page")),
            Map.entry("artifacts", Set.of("metadata", "read")),
            Map.entry("storage", Set.of("plugin", "workspace")),
            Map.entry("files", Set.of("config", "knowledge")),
            Map.entry("agents", Set.of("delegate")),
            Map.entry("timers", Set.of("set")),
            // The specification does not close this one: its keys are the peer's own.
            Map.entry("interactions", Set.of()));

    public AgentRunnerPermissions {
        models = checked("models", models);
        tools = checked("tools", tools);
        knowledgeBases = checked("knowledge_bases", knowledgeBases);
        history = checked("history", history);
        events = checked("events", events);
        artifacts = checked("artifacts", artifacts);
        storage = checked("storage", storage);
        files = checked("files", files);
        interactions = Fields.list(interactions, "interactions");
        agents = checked("agents", agents);
        timers = checked("timers", timers);
    }

    /** Permissions without those of this host alone. */
    public AgentRunnerPermissions(
            List<String> models,
            List<String> tools,
            List<String> knowledgeBases,
            List<String> history,
            List<String> events,
            List<String> artifacts,
            List<String> storage,
            List<String> files,
            List<String> interactions) {
        this(
                models,
                tools,
                knowledgeBases,
                history,
                events,
                artifacts,
                storage,
                files,
                interactions,
                List.of(),
                List.of());
    }

    /** From the keys of a manifest; an unknown key or value is an {@link IllegalArgumentException}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static AgentRunnerPermissions of(Map<String, @Nullable List<String>> keys) {
        keys.forEach((key, values) -> {
            if (!CLOSED.containsKey(key)) {
                throw new InvalidFieldException(key, "must be a known permission");
            }
            Fields.required(values, key);
        });
        return new AgentRunnerPermissions(
                values(keys, "models"),
                values(keys, "tools"),
                values(keys, "knowledge_bases"),
                values(keys, "history"),
                values(keys, "events"),
                values(keys, "artifacts"),
                values(keys, "storage"),
                values(keys, "files"),
                values(keys, "interactions"),
                values(keys, "agents"),
                values(keys, "timers"));
    }

    public static AgentRunnerPermissions none() {
        return of(Map.of());
    }

    private static List<String> values(Map<String, @Nullable List<String>> keys, String key) {
        return Fields.list(keys.get(key), key);
    }

    private static List<String> checked(String key, @Nullable List<String> requested) {
        List<String> values = Fields.list(requested, key);
        if (!Fields.required(CLOSED.get(key), key).containsAll(values)) {
            throw new InvalidFieldException(key, "contains an unknown operation");
        }
        return values;
    }
}
