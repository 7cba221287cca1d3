package dev.agenthost.orchestrator.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunStarted;
import org.jspecify.annotations.Nullable;

/** A numbered result as JSON. It is encoded once, so that the size of a record is known before it is made. */
record EncodedResult(long sequence, byte[] json, boolean isDelta, boolean isStart) {
    static EncodedResult of(long sequence, ResultPayload payload, long timestamp, @Nullable JsonNode usage) {
        byte[] json = ResultCodec.write(sequence, payload, timestamp, usage);
        return new EncodedResult(sequence, json, payload instanceof MessageDelta, payload instanceof RunStarted);
    }

    int size() {
        return json.length + 1;
    }
}
