package dev.agenthost.orchestrator.execution.inbox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.result.ResultSize;
import dev.agenthost.orchestrator.wire.Frame;

/** What can come for a run over its connection. */
public sealed interface Arrival {
    /**
     * One result, as it stood in the frame.
     *
     * @param oversized it was above the cap and came without its payload
     */
    record Result(JsonNode tree, boolean oversized) implements Arrival {}

    /** The stream ended with its end frame. */
    record StreamEnd() implements Arrival {}

    /** The stream ended with a failure of the wire; no result says so. */
    record StreamFailed(String message, JsonNode data) implements Arrival {}

    /** Something came over the connection that may have been for the run, and is not understood. */
    record Misunderstood(String why) implements Arrival {}

    /** The connection is gone. */
    record Lost(String why) implements Arrival {}

    /** More waited than may, or for too long. */
    record Overflow() implements Arrival {}

    /** @param size characters of the frame that brought it */
    static Arrival of(Frame.Response response, int size) {
        if (response.failed()) {
            return new StreamFailed(response.message(), response.data());
        }
        if (response.end()) {
            return new StreamEnd();
        }
        return ResultSize.exceeds(response.data(), size)
                ? new Result(ResultSize.withoutPayload(response.data()), true)
                : new Result(response.data(), false);
    }

    default boolean isLast() {
        return !(this instanceof Result);
    }
}
