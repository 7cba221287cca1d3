package dev.agenthost.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.store.StateScope;
import org.jspecify.annotations.Nullable;

/**
 * Where a run says its answer, piece by piece; each call returns when the piece is on its way. Safe for several threads.
 * Sequence numbers (1, 2, 3, …) are given here.
 *
 * <p>Every method throws {@link RunCancelledException} once the run was taken away, and {@link IllegalStateException} once it
 * has ended by {@link #completed} or {@link #failed}.
 */
public interface RunOutput {
    /** The next piece of text ({@code message.delta}). Pieces are increments: their sum is the message. */
    void delta(String increment);

    /** One whole message ({@code message.completed}); it closes the pieces before it. */
    void message(Message message);

    /** One whole message that is only text. */
    default void message(String text) {
        message(Message.assistant(text));
    }

    /** Telemetry: a tool is being called ({@code tool.call.started}). */
    void toolCallStarted(String toolCallId, String toolName, JsonNode parameters);

    /** Telemetry: a tool answered, or failed with {@code error} ({@code tool.call.completed}). */
    void toolCallCompleted(String toolCallId, String toolName, @Nullable JsonNode result, @Nullable String error);

    /** Keeps a value ({@code state.updated}): one of the specification's four scopes, at most 256 KiB of JSON. */
    void stateUpdated(StateScope scope, String key, JsonNode value);

    /** Any of the results of spec 000 §7.2, for what has no method of its own. */
    void emit(ResultPayload payload);

    /** The run ends well ({@code run.completed}); to return from {@link AgentRunner#run} does the same with {@code stop}. */
    default void completed(String finishReason) {
        completed(finishReason, null, null);
    }

    /**
     * The run ends well.
     *
     * @param message a message only if it was not already said
     * @param usage what was spent: an object, for instance {@code prompt_tokens} and {@code completion_tokens}
     */
    void completed(String finishReason, @Nullable Message message, @Nullable JsonNode usage);

    /**
     * The run ends badly ({@code run.failed}).
     *
     * @param code a code of the runner's own, for instance {@code acme.no_credit}
     * @param error for operators; a person never sees it
     * @param retryable whether the whole run could be tried again
     */
    void failed(String code, String error, boolean retryable);

    /** Whether the run was taken away, as far as is known here; {@link HostApi#runGet()} asks the host. */
    boolean isCancelled();
}
