package dev.agenthost.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.run.RunUsage;
import dev.agenthost.sdk.host.AgentApiException;
import org.jspecify.annotations.Nullable;

/**
 * A run in the host's view.
 *
 * @param status for instance {@code running}, {@code cancelled}
 * @param cancelRequestedAt epoch seconds; null if no cancellation was requested
 * @param usage the used part of the task of a delegated run; null if the host does not state it, as for any other run
 * @param outcome the end of the run; null if it has not ended, or if the host does not state it
 */
public record RunView(
        String runId,
        String status,
        @Nullable Long cancelRequestedAt,
        @Nullable RunUsage usage,
        @Nullable Outcome outcome) {
    /** A run that is no delegated one, and has not ended. */
    public RunView(String runId, String status, @Nullable Long cancelRequestedAt) {
        this(runId, status, cancelRequestedAt, null, null);
    }

    /**
     * The end of a run.
     *
     * @param type {@code run.completed}, {@code run.failed} or {@code run.unanswered}
     * @param code of the failure, or the reason why no agent answers; null if there is none
     * @param sentence about it; null if there is none
     */
    public record Outcome(
            String type, @Nullable String code, @Nullable String sentence) {
        /** Returns true if the host gave the event of the run to no agent. */
        public boolean isUnanswered() {
            return type.equals("run.unanswered");
        }
    }

    /** Reads a run of the wire; one without id or status is the error {@code host.malformed_response}. */
    public static RunView of(ObjectNode run) {
        JsonNode at = run.path("cancel_requested_at");
        String runId = run.path("run_id").textValue();
        String status = run.path("status").textValue();
        if (runId == null || status == null) {
            throw new AgentApiException(new AgentApiError(
                    "host.malformed_response",
                    "the host's answer cannot be read: a run has no run_id or no status",
                    false,
                    JsonNodeFactory.instance.objectNode()));
        }
        return new RunView(
                runId,
                status,
                at.isNumber() ? at.asLong() : null,
                usage(run.at("/metadata/usage")),
                outcome(run.at("/metadata/outcome")));
    }

    private static @Nullable Outcome outcome(JsonNode stated) {
        String type = stated.path("type").textValue();
        return type == null
                ? null
                : new Outcome(
                        type,
                        stated.path("code").textValue(),
                        stated.path("sentence").textValue());
    }

    private static @Nullable RunUsage usage(JsonNode counted) {
        return counted.isObject()
                ? new RunUsage(
                        Math.max(0, counted.path("tokens").asLong()),
                        Math.max(0, counted.path("model_calls").asInt()),
                        Math.max(0, counted.path("calls").asInt()))
                : null;
    }

    /** Returns true if the run will have no further result. */
    public boolean hasEnded() {
        return status.equals("completed") || status.equals("failed") || status.equals("cancelled");
    }

    /** Returns true if the host has cancelled the run or received a request to cancel it. */
    public boolean isCancelled() {
        return cancelRequestedAt != null || status.equals("cancelled");
    }
}
