package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.TruncatedOutput;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.Artifacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores large outputs of actions as artifacts of the host, unless the result policy of the action says {@code store_full: false}. Used by
 * one thread.
 */
public final class OutputStore {
    /** Most bytes of an output that is not stored, as UTF-8 JSON. */
    static final int MAX_INLINE_BYTES = 16 * 1024;
    /** Most bytes of an artifact in a result. A larger output is with its graph only. */
    static final int MAX_ARTIFACT_BYTES = 1024 * 1024;

    /** Number of whole outputs that are kept after they were read. */
    private static final int KEPT = 4;

    private static final Set<DataAudience> ARTIFACT_READERS = Set.of(DataAudience.USER, DataAudience.FUTURE_RUNS);
    private static final String SCHEME = "artifact://";

    private final RunOutput out;
    private final Artifacts artifacts;
    private final Map<String, Stored> stored = new HashMap<>();
    private final Map<String, JsonNode> lastRead = new LinkedHashMap<>();

    private record Stored(JsonNode value, ActionPolicies policies) {}

    /** @param artifacts reads the outputs that the host has stored */
    public OutputStore(RunOutput out, Artifacts artifacts) {
        this.out = out;
        this.artifacts = artifacts;
    }

    static String reference(String artifactId) {
        return SCHEME + artifactId;
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
                .filter(output -> output.policies().visibility().contains(audience))
                .map(Stored::value);
    }

    /** The finest part of a stored output that the model may see; all of it if there is no such output. */
    ResultGranularity granularity(String artifactId) {
        Stored output = stored.get(artifactId);
        return output == null ? ResultGranularity.FULL : output.policies().granularity();
    }

    /** Makes an output available again that an earlier run has stored. */
    void restore(String reference, JsonNode value, ActionPolicies policies) {
        stored.put(reference.substring(SCHEME.length()), new Stored(value, policies));
    }

    /**
     * The whole of an output that the host has truncated; any other output as it is.
     *
     * @param reference the stored output; null if it is not stored
     * @throws AgentApiException if the run may not read artifacts, or the artifact has expired
     */
    JsonNode whole(@Nullable String reference, JsonNode value) {
        return ToolOutput.artifact(value)
                .filter(id -> reference(id).equals(reference))
                .map(id -> readOnce(id, value))
                .orElse(value);
    }

    /** Conditions and loops read the same output again and again. */
    private JsonNode readOnce(String artifactId, JsonNode truncated) {
        JsonNode known = lastRead.get(artifactId);
        if (known != null) {
            return known;
        }
        JsonNode read = ToolOutput.whole(truncated, content(artifactId));
        if (lastRead.size() == KEPT) {
            lastRead.remove(lastRead.keySet().iterator().next());
        }
        lastRead.put(artifactId, read);
        return read;
    }

    private String content(String artifactId) {
        try (InputStream content = artifacts.open(artifactId)) {
            return new String(content.readNBytes(MAX_ARTIFACT_BYTES), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Stores an output of more than 16 KiB, unless its policy or its visibility forbids it: people and later runs can read what is stored.
     *
     * @param artifact id of the artifact that the host has made of the output; null if there is none
     */
    ActionOutput store(String runId, Action action, AttemptId attempt, JsonNode value, @Nullable String artifact) {
        ActionOutput output = ActionOutput.inline(value);
        if (artifact != null) {
            stored.put(artifact, new Stored(value, action.policies()));
            // The artifact of a result with structured content also has its texts. An earlier host does not state the
            // size of the output.
            long bytes = value.path("output_bytes")
                    .asLong(value.at("/artifact/size_bytes").asLong(output.bytes()));
            return new ActionOutput(value, reference(artifact), bytes);
        }
        if (TruncatedOutput.of(output).isPresent()) {
            return new ActionOutput(value, null, value.path("output_bytes").asLong(output.bytes()));
        }
        if (output.bytes() <= MAX_INLINE_BYTES || !mayStore(action)) {
            return output;
        }
        byte[] content = (value.isTextual() ? value.textValue() : value.toString()).getBytes(StandardCharsets.UTF_8);
        if (content.length > MAX_ARTIFACT_BYTES) {
            return output;
        }
        String id = runId + "." + action.id() + "." + attempt.iteration() + "." + attempt.attempt();
        out.artifact(artifact(id, action.id(), value.isTextual(), content));
        stored.put(id, new Stored(value, action.policies()));
        return output.storedAs(reference(id));
    }

    private static boolean mayStore(Action action) {
        return action.policies().result().storeFull()
                && action.policies().visibility().containsAll(ARTIFACT_READERS);
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
