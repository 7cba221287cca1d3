package dev.agenthost.runners.acpagent.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException.Code;
import java.time.Duration;
import java.util.Optional;

/** JSON-RPC 2.0 with an agent: one request at a time, and meanwhile the agent's notifications and requests. For one thread. */
public final class JsonRpcConnection {
    private static final long TICK_MILLIS = 250;
    private static final int MOST_GARBAGE = 1000;
    private static final long MOST_BYTES = 256L * 1024 * 1024;
    private static final int AUTH_REQUIRED = -32000;

    private final StreamTransport link;
    private final Other other;
    private long id;
    private int garbage;
    private long bytes;

    /** Handles the agent's notifications and requests. */
    public interface Other {
        void onNotification(String method, JsonNode params) throws AgentFailedException;

        /** @return empty if this side does not support the method */
        Optional<ObjectNode> onRequest(String method, JsonNode params);

        /** Called periodically while waiting; throws if the run is over. */
        void tick() throws AgentFailedException;
    }

    public JsonRpcConnection(StreamTransport link, Other other) {
        this.link = link;
        this.other = other;
    }

    public void sendNotification(String method, ObjectNode params) throws AgentFailedException {
        send(message().put("method", method).set("params", params));
    }

    /** @param late the failure if no answer arrives within the time */
    public JsonNode call(String method, ObjectNode params, Duration within, Code late)
            throws AgentFailedException, AgentErrorResponseException, InterruptedException {
        long asked = ++id;
        send(message().put("id", asked).put("method", method).set("params", params));
        return answer(asked, within, late);
    }

    /** Waits again for the answer to the last request. */
    public JsonNode answerOfLast(Duration within, Code late)
            throws AgentFailedException, AgentErrorResponseException, InterruptedException {
        return answer(id, within, late);
    }

    private JsonNode answer(long asked, Duration within, Code late)
            throws AgentFailedException, AgentErrorResponseException, InterruptedException {
        long until = System.nanoTime() + within.toNanos();
        while (true) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AgentFailedException(late, "the agent did not answer within " + within.toSeconds() + " s");
            }
            IncomingMessage next = link.next(Math.min(left, TICK_MILLIS));
            other.tick();
            switch (next) {
                case null -> {}
                case IncomingMessage.Line line -> {
                    Optional<JsonNode> answer = read(line.bytes(), asked);
                    if (answer.isPresent()) {
                        return answer.get();
                    }
                }
                case IncomingMessage.TooLong tooLong ->
                    throw new AgentFailedException(Code.OUTPUT_TOO_LARGE, "the agent sent a line of more than 8 MiB");
                case IncomingMessage.Ended ended -> throw new AgentFailedException(Code.CRASHED, "the agent ended");
            }
        }
    }

    private Optional<JsonNode> read(byte[] line, long asked) throws AgentFailedException, AgentErrorResponseException {
        bytes += line.length;
        if (bytes > MOST_BYTES) {
            throw new AgentFailedException(Code.OUTPUT_TOO_LARGE, "the agent sent more than 256 MiB");
        }
        JsonNode message;
        try {
            message = ProtocolCodec.readTree(line);
        } catch (UndecodableException e) {
            return nothing();
        }
        JsonNode method = message.path("method");
        if (method.isTextual()) {
            JsonNode params = message.path("params");
            if (message.hasNonNull("id")) {
                send(answer(message.get("id"), other.onRequest(method.textValue(), params)));
            } else {
                other.onNotification(method.textValue(), params);
            }
            return Optional.empty();
        }
        boolean answers = message.has("result") || message.has("error");
        if (!answers) {
            return nothing();
        }
        if (!message.path("id").isIntegralNumber() || message.path("id").longValue() != asked) {
            return Optional.empty();
        }
        if (message.hasNonNull("error")) {
            JsonNode error = message.path("error");
            throw new AgentErrorResponseException(
                    error.path("code").asInt() == AUTH_REQUIRED ? Code.AUTH_REQUIRED : Code.AGENT_ERROR,
                    error.path("message").asText("no reason"));
        }
        return Optional.of(message.path("result"));
    }

    /** Counts a line that is no message: some programs print a greeting on their standard output. */
    private Optional<JsonNode> nothing() throws AgentFailedException {
        if (++garbage > MOST_GARBAGE) {
            throw new AgentFailedException(Code.PROTOCOL, "the agent sent a message that is not JSON-RPC");
        }
        return Optional.empty();
    }

    private static ObjectNode answer(JsonNode id, Optional<ObjectNode> result) {
        ObjectNode answer = message();
        answer.set("id", id);
        if (result.isPresent()) {
            answer.set("result", result.get());
        } else {
            answer.putObject("error").put("code", -32601).put("message", "this client does not support the method");
        }
        return answer;
    }

    private void send(ObjectNode message) throws AgentFailedException {
        if (!link.send(message)) {
            throw new AgentFailedException(Code.PROTOCOL, "the agent does not read its input");
        }
    }

    private static ObjectNode message() {
        return ProtocolCodec.mapper().createObjectNode().put("jsonrpc", "2.0");
    }
}
