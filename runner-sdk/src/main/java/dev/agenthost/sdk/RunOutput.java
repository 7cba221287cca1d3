package dev.agenthost.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.InteractionWithdrawal;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits the results of a run, one after another; each call returns when the result is being sent. Safe for several threads.
 * Assigns the sequence numbers (1, 2, 3, …); the host numbers what it publishes anew.
 *
 * <p>Every method throws {@link RunCancelledException} after a cancellation, and {@link IllegalStateException} after {@link
 * #completed} or {@link #failed}.
 *
 * <p>To try a runner without a host, implement {@link #emit(ResultPayload, JsonNode)} and {@link #isCancelled}; all other methods
 * call them.
 */
public interface RunOutput {
    /** Emits the next delta of text ({@code message.delta}). Deltas are increments: their sum is the message. */
    default void delta(String increment) {
        emit(new MessageDelta(MessageChunk.assistant(increment)));
    }

    /** Emits one whole message ({@code message.completed}); it closes the deltas before it. */
    default void message(Message message) {
        emit(new MessageCompleted(message));
    }

    /** Emits one whole message that is only text. */
    default void message(String text) {
        message(Message.assistant(text));
    }

    /** Telemetry: a tool is being called ({@code tool.call.started}). */
    default void toolCallStarted(String toolCallId, String toolName, JsonNode parameters) {
        emit(new ToolCallStarted(toolCallId, toolName, parameters));
    }

    /**
     * Telemetry: a tool is called ({@code tool.call.started}) that the runner has chosen.
     *
     * @param choice the choice, for instance {@code origin} and {@code reason}
     */
    default void toolCallStarted(String toolCallId, String toolName, JsonNode parameters, JsonNode choice) {
        emit(new ToolCallStarted(toolCallId, toolName, parameters, choice));
    }

    /** Telemetry: a tool answered, or failed with {@code error} ({@code tool.call.completed}). */
    default void toolCallCompleted(
            String toolCallId, String toolName, @Nullable JsonNode result, @Nullable String error) {
        emit(new ToolCallCompleted(toolCallId, toolName, result, error));
    }

    /** Stores a value ({@code state.updated}) in one of the specification's four scopes, at most 256 KiB of JSON. */
    default void stateUpdated(StateScope scope, String key, JsonNode value) {
        emit(new StateUpdated(scope, key, value));
    }

    /**
     * Emits an artifact ({@code artifact.created}), which the host stores.
     *
     * @param artifactType for instance {@code image}, {@code file}
     * @param content at most 1 MiB
     */
    default void artifact(String artifactType, String name, String mimeType, byte[] content) {
        artifact(Artifact.of(artifactType, name, mimeType, content, null));
    }

    /** Emits an artifact, for instance {@link Artifact#image}. */
    default void artifact(ArtifactCreated artifact) {
        emit(artifact);
    }

    /**
     * Asks a person ({@code action.requested}). The response comes as a run of its own, whose {@code input().interaction()} has it; end
     * this one, for instance with {@code completed("waiting")}.
     *
     * @param actorIds those who may respond; empty for the person of this run's event
     */
    default void ask(InteractionRequest question, List<String> actorIds) {
        ObjectNode target = JsonNodeFactory.instance.objectNode();
        actorIds.forEach(target.withArrayProperty("actor_ids")::add);
        emit(new ActionRequested(InteractionRequest.ACTION, target, ProtocolCodec.tree(question)));
    }

    /**
     * Withdraws a question that this run, or one that it continues, has asked and nobody has responded to: it is closed at once. A question
     * with a response keeps it.
     *
     * @param interactionId id of the question
     */
    default void withdraw(String interactionId) {
        emit(new ActionRequested(
                InteractionWithdrawal.ACTION, null, ProtocolCodec.tree(new InteractionWithdrawal(interactionId))));
    }

    /**
     * Shows a graph of actions ({@code action.requested}). A later projection with the same run id replaces it, also one of a later run
     * of the conversation. Emit one when something has changed, a few in a second at most.
     */
    default void projection(UiProjection projection) {
        emit(new ActionRequested(UiProjection.ACTION, null, ProtocolCodec.tree(projection)));
    }

    /** Emits any result of spec 000 §7.2, for results without a method of their own. */
    default void emit(ResultPayload payload) {
        emit(payload, null);
    }

    /**
     * Emits any result with its usage. All other methods call this one.
     *
     * @param usage an object, for instance {@code prompt_tokens} and {@code completion_tokens}
     */
    void emit(ResultPayload payload, @Nullable JsonNode usage);

    /** Completes the run ({@code run.completed}); a return from {@link AgentRunner#run} does the same with {@code stop}. */
    default void completed(String finishReason) {
        completed(finishReason, null, null);
    }

    /**
     * Completes the run.
     *
     * @param message a message only if it was not already emitted
     * @param usage of the whole run, as in {@link #emit(ResultPayload, JsonNode)}
     */
    default void completed(String finishReason, @Nullable Message message, @Nullable JsonNode usage) {
        emit(new RunCompleted(finishReason, message), usage);
    }

    /**
     * Fails the run ({@code run.failed}).
     *
     * @param code a code of the runner's own, for instance {@code acme.no_credit}
     * @param error for operators; a person never sees it
     * @param retryable true if the whole run could be tried again
     */
    default void failed(String code, String error, boolean retryable) {
        emit(new RunFailed(code, error, retryable, null));
    }

    /** Returns true if this process knows that the run is cancelled; {@link HostApi#runGet()} asks the host. */
    boolean isCancelled();
}
