package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.result.ResultSize;
import dev.agenthost.orchestrator.wire.Frame;

/** An item that arrives for a run over its connection. */
public sealed interface InboxItem {
    /**
     * One result, as its frame contains it.
     *
     * @param oversized true if the result exceeded the cap; it has no payload
     */
    record Result(JsonNode tree, boolean oversized) implements InboxItem {}

    /** The stream ended with its end frame. */
    record StreamEnd() implements InboxItem {}

    /** The stream ended with a failure of the wire, without a result for it. */
    record StreamFailed(String message, JsonNode data) implements InboxItem {}

    /** An invalid frame arrived that may have been for the run. */
    record Misunderstood(String why) implements InboxItem {}

    /** The connection is lost. */
    record Lost(String why) implements InboxItem {}

    /** Too many items waited, or for too long. */
    record Overflow() implements InboxItem {}

    /** @param size characters of the item's frame */
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

    /** Returns the characters that the waiting item holds: none for an oversized result. */
    default int held(int size) {
        return this instanceof Result result && !result.oversized() ? size : 0;
    }

    default boolean isLast() {
        return !(this instanceof Result);
    }
}
