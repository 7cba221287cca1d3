package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.sdk.RunOutput;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Stores large outputs of actions as artifacts of the host, unless the result policy of the action says {@code store_full: false}. Used by
 * one thread.
 */
public final class OutputStore {
    /** Most bytes of an output that is not stored, as UTF-8 JSON. */
    static final int MAX_INLINE_BYTES = 16 * 1024;
    /** Most bytes of an artifact in a result. A larger output exists for its run only. */
    static final int MAX_ARTIFACT_BYTES = 1024 * 1024;

    private static final String SCHEME = "artifact://";

    private final RunOutput out;
    private final Map<String, Stored> stored = new HashMap<>();

    private record Stored(JsonNode value, Set<DataAudience> readers) {}

    public OutputStore(RunOutput out) {
        this.out = out;
    }

    /** The ids of the stored outputs. */
    public Set<String> ids() {
        return Set.copyOf(stored.keySet());
    }

    /** A stored output of this run, by its id. */
    public Optional<JsonNode> read(String artifactId) {
        return Optional.ofNullable(stored.get(artifactId)).map(Stored::value);
    }

    /** A stored output of this run that the audience may read. */
    Optional<JsonNode> read(String artifactId, DataAudience audience) {
        return Optional.ofNullable(stored.get(artifactId))
                .filter(output -> output.readers().contains(audience))
                .map(Stored::value);
    }

    /** Makes an output available again that an earlier run has stored. */
    void restore(String reference, JsonNode value, Set<DataAudience> readers) {
        stored.put(reference.substring(SCHEME.length()), new Stored(value, readers));
    }

    ActionOutput store(String runId, Action action, AttemptId attempt, JsonNode value) {
        ActionOutput output = ActionOutput.inline(value);
        if (output.bytes() <= MAX_INLINE_BYTES || !action.policies().result().storeFull()) {
            return output;
        }
        byte[] content = (value.isTextual() ? value.textValue() : value.toString()).getBytes(StandardCharsets.UTF_8);
        if (content.length > MAX_ARTIFACT_BYTES) {
            return output;
        }
        String id = runId + "." + action.id() + "." + attempt.iteration() + "." + attempt.attempt();
        out.artifact(artifact(id, action.id(), value.isTextual(), content));
        stored.put(id, new Stored(value, action.policies().visibility()));
        return output.storedAs(SCHEME + id);
    }

    private static ArtifactCreated artifact(String id, String name, boolean isText, byte[] content) {
        return new ArtifactCreated(
                "action_output",
                id,
                isText ? "text/plain" : "application/json",
                name + (isText ? ".txt" : ".json"),
                (long) content.length,
                null,
                Fields.object(null),
                Base64.getEncoder().encodeToString(content));
    }
}
