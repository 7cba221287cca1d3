package dev.agenthost.im.lark.connection;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;

/** The answer to an event or a callback, as the SDK sends it: a status, and base64 of what a webhook would have answered. */
public sealed interface EventAnswer {
    /** Returns the payload of the frame that answers. */
    byte[] payload();

    /**
     * The event is done with; the platform does not send it again.
     *
     * @param response what the person who pressed a button sees; empty for an event
     */
    record Accepted(ObjectNode response) implements EventAnswer {
        private static final int OK = 200;

        @Override
        public byte[] payload() {
            ObjectNode answer = of(OK);
            if (!response.isEmpty()) {
                answer.put("data", ProtocolCodec.encode(response));
            }
            return ProtocolCodec.encode(answer);
        }
    }

    /** The event is not done with; the platform sends it again. */
    record Failed() implements EventAnswer {
        private static final int ERROR = 500;

        @Override
        public byte[] payload() {
            return ProtocolCodec.encode(of(ERROR));
        }
    }

    private static ObjectNode of(int code) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("code", code);
        answer.putObject("headers");
        return answer;
    }
}
