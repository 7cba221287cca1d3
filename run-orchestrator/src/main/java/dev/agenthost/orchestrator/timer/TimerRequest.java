package dev.agenthost.orchestrator.timer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;

/**
 * The arguments of {@code timer_set}.
 *
 * @param timerId unique in the chain of continuations
 * @param delaySeconds from the call, 1 second to 30 days
 * @param data of the event, at most 64 KiB as JSON
 */
record TimerRequest(String timerId, Long delaySeconds, ObjectNode data) {
    /** Less than the time for which stored events are kept. */
    private static final long LONGEST = Duration.ofDays(30).toSeconds();

    TimerRequest {
        Fields.text(timerId, EventLimits.ID_CHARS, "timer_id");
        Fields.within(Fields.required(delaySeconds, "delay_seconds"), 1, LONGEST, "delay_seconds");
        data = Fields.object(data);
        if (ProtocolCodec.encode(data).length > EventLimits.OBJECT_BYTES) {
            throw new InvalidFieldException("data", "must have at most 64 KiB");
        }
    }

    /** @throws InvalidFieldException for the first argument that is wrong */
    static TimerRequest read(JsonNode arguments) {
        try {
            return ProtocolCodec.decode(arguments, TimerRequest.class);
        } catch (UndecodableException unreadable) {
            throw new InvalidFieldException(unreadable.field(), unreadable.why());
        }
    }
}
