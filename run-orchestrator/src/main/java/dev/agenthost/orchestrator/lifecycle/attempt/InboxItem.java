package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.result.ResultSize;
import dev.agenthost.orchestrator.wire.Frame;

/** An item that arrives for a run over its connection. */
public sealed interface InboxItem {
    /**
     * One result, as it stood in the frame.
     *
     * @param oversized it was above the cap and came without its payload
     */
    record Result(JsonNode tree, boolean oversized) implements InboxItem {}

    /** The stream ended with its end frame. */
    record StreamEnd() implements InboxItem {}

    /** The stream ended with a failure of the wire; no result says so. */
    record StreamFailed(String message, JsonNode data) implements InboxItem {}

    /** Something came over the connection that may have been for the run, and is not understood. */
    record Misunderstood(String why) implements InboxItem {}

    /** The connection is gone. */
    record Lost(String why) implements InboxItem {}

    /** More waited than may, or for too long. */
    record Overflow() implements InboxItem {}

    /** @param size characters of the frame that brought it */
    static InboxItem of(Frame.Response response, int size) {
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

    /** Returns the characters that the item holds while it waits: nothing is kept of an oversized result. */
    default int held(int size) {
        return this instanceof Result result && !result.oversized() ? size : 0;
    }

    default boolean isLast() {
        return !(this instanceof Result);
    }
}
