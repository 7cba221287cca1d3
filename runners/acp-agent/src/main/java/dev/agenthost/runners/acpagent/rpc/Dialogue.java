package dev.agenthost.runners.acpagent.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.runners.acpagent.rpc.AgentFailure.Code;
import java.time.Duration;
import java.util.Optional;

/** JSON-RPC 2.0 with an agent: one question at a time, and in between whatever the agent tells and asks. For one thread. */
public final class Dialogue {
    private static final long TICK_MILLIS = 250;
    private static final int MOST_GARBAGE = 1000;
    private static final long MOST_BYTES = 256L * 1024 * 1024;
    private static final int AUTH_REQUIRED = -32000;

    private final Link link;
    private final Other other;
    private long id;
    private int garbage;
    private long bytes;

    /** The other half: what an agent tells and asks by itself. */
    public interface Other {
        void told(String method, JsonNode params) throws AgentFailure;

        /** @return empty where that is nothing that this side does */
        Optional<ObjectNode> asked(String method, JsonNode params);

        /** A moment has passed; throws where the run is over. */
        void tick() throws AgentFailure;
    }

    public Dialogue(Link link, Other other) {
        this.link = link;
        this.other = other;
    }

    public void tell(String method, ObjectNode params) throws AgentFailure {
        send(message().put("method", method).set("params", params));
    }

    /** @param late what it is when no answer came in that time */
    public JsonNode ask(String method, ObjectNode params, Duration within, Code late)
            throws AgentFailure, AgentRefusal, InterruptedException {
        long asked = ++id;
        send(message().put("id", asked).put("method", method).set("params", params));
        return answer(asked, within, late);
    }

    /** Waits once more for what was asked last. */
    public JsonNode answerOfLast(Duration within, Code late) throws AgentFailure, AgentRefusal, InterruptedException {
        return answer(id, within, late);
    }

    private JsonNode answer(long asked, Duration within, Code late)
            throws AgentFailure, AgentRefusal, InterruptedException {
        long until = System.nanoTime() + within.toNanos();
        while (true) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AgentFailure(late, "the agent did not answer within " + within.toSeconds() + " s");
            }
            Incoming next = link.next(Math.min(left, TICK_MILLIS));
            other.tick();
            switch (next) {
                case null -> {}
                case Incoming.Line line -> {
                    Optional<JsonNode> answer = heard(line.bytes(), asked);
                    if (answer.isPresent()) {
                        return answer.get();
                    }
                }
                case Incoming.TooLong tooLong ->
                    throw new AgentFailure(Code.OUTPUT_TOO_LARGE, "the agent sent a line of more than 8 MiB");
                case Incoming.Ended ended -> throw new AgentFailure(Code.CRASHED, "the agent ended");
            }
        }
    }

    private Optional<JsonNode> heard(byte[] line, long asked) throws AgentFailure, AgentRefusal {
        bytes += line.length;
        if (bytes > MOST_BYTES) {
            throw new AgentFailure(Code.OUTPUT_TOO_LARGE, "the agent sent more than 256 MiB");
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
                send(answer(message.get("id"), other.asked(method.textValue(), params)));
            } else {
                other.told(method.textValue(), params);
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
            throw new AgentRefusal(
                    error.path("code").asInt() == AUTH_REQUIRED ? Code.AUTH_REQUIRED : Code.AGENT_ERROR,
                    error.path("message").asText("no reason"));
        }
        return Optional.of(message.path("result"));
    }

    /** A line that is no message: some programs greet on their standard output. */
    private Optional<JsonNode> nothing() throws AgentFailure {
        if (++garbage > MOST_GARBAGE) {
            throw new AgentFailure(Code.PROTOCOL, "the agent says what is no JSON-RPC");
        }
        return Optional.empty();
    }

    private static ObjectNode answer(JsonNode id, Optional<ObjectNode> result) {
        ObjectNode answer = message();
        answer.set("id", id);
        if (result.isPresent()) {
            answer.set("result", result.get());
        } else {
            answer.putObject("error").put("code", -32601).put("message", "this client does no such thing");
        }
        return answer;
    }

    private void send(ObjectNode message) throws AgentFailure {
        if (!link.send(message)) {
            throw new AgentFailure(Code.PROTOCOL, "the agent does not read what it is told");
        }
    }

    private static ObjectNode message() {
        return ProtocolCodec.mapper().createObjectNode().put("jsonrpc", "2.0");
    }
}
