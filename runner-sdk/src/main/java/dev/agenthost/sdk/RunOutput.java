package dev.agenthost.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.store.state.StateScope;
import org.jspecify.annotations.Nullable;

/**
 * Where a run says its answer, piece by piece; each call returns when the piece is on its way. Safe for several threads.
 * Sequence numbers (1, 2, 3, …) are given here.
 *
 * <p>Every method throws {@link RunCancelledException} once the run was taken away, and {@link IllegalStateException} once it
 * has ended by {@link #completed} or {@link #failed}.
 *
 * <p>To try a runner without a host, write {@link #emit(ResultPayload, JsonNode)} and {@link #isCancelled}: the rest follows.
 */
public interface RunOutput {
    /** The next piece of text ({@code message.delta}). Pieces are increments: their sum is the message. */
    default void delta(String increment) {
        emit(new MessageDelta(MessageChunk.assistant(increment)));
    }

    /** One whole message ({@code message.completed}); it closes the pieces before it. */
    default void message(Message message) {
        emit(new MessageCompleted(message));
    }

    /** One whole message that is only text. */
    default void message(String text) {
        message(Message.assistant(text));
    }

    /** Telemetry: a tool is being called ({@code tool.call.started}). */
    default void toolCallStarted(String toolCallId, String toolName, JsonNode parameters) {
        emit(new ToolCallStarted(toolCallId, toolName, parameters));
    }

    /** Telemetry: a tool answered, or failed with {@code error} ({@code tool.call.completed}). */
    default void toolCallCompleted(
            String toolCallId, String toolName, @Nullable JsonNode result, @Nullable String error) {
        emit(new ToolCallCompleted(toolCallId, toolName, result, error));
    }

    /** Keeps a value ({@code state.updated}): one of the specification's four scopes, at most 256 KiB of JSON. */
    default void stateUpdated(StateScope scope, String key, JsonNode value) {
        emit(new StateUpdated(scope, key, value));
    }

    /**
     * Something that was made ({@code artifact.created}), kept by the host.
     *
     * @param artifactType for instance {@code image}, {@code file}
     * @param content at most 1 MiB
     */
    default void artifact(String artifactType, String name, String mimeType, byte[] content) {
        artifact(Artifact.of(artifactType, name, mimeType, content, null));
    }

    /** Something that was made, for instance {@link Artifact#image}. */
    default void artifact(ArtifactCreated artifact) {
        emit(artifact);
    }

    /** Any of the results of spec 000 §7.2, for what has no method of its own. */
    default void emit(ResultPayload payload) {
        emit(payload, null);
    }

    /**
     * Any of the results, with what was spent on it. All other methods end here.
     *
     * @param usage an object, for instance {@code prompt_tokens} and {@code completion_tokens}
     */
    void emit(ResultPayload payload, @Nullable JsonNode usage);

    /** The run ends well ({@code run.completed}); to return from {@link AgentRunner#run} does the same with {@code stop}. */
    default void completed(String finishReason) {
        completed(finishReason, null, null);
    }

    /**
     * The run ends well.
     *
     * @param message a message only if it was not already said
     * @param usage what the whole run spent, as of {@link #emit(ResultPayload, JsonNode)}
     */
    default void completed(String finishReason, @Nullable Message message, @Nullable JsonNode usage) {
        emit(new RunCompleted(finishReason, message), usage);
    }

    /**
     * The run ends badly ({@code run.failed}).
     *
     * @param code a code of the runner's own, for instance {@code acme.no_credit}
     * @param error for operators; a person never sees it
     * @param retryable whether the whole run could be tried again
     */
    default void failed(String code, String error, boolean retryable) {
        emit(new RunFailed(code, error, retryable, null));
    }

    /** Whether the run was taken away, as far as is known here; {@link HostApi#runGet()} asks the host. */
    boolean isCancelled();
}
