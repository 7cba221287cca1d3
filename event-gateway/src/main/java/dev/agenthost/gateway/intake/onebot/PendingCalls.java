package dev.agenthost.gateway.intake.onebot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.connection.ConnectionCallResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The calls of one connection that have no answer yet, by their {@code echo}
 * (https://github.com/botuniverse/onebot-11/blob/master/communication/ws.md). Not thread-safe.
 */
final class PendingCalls {
    private static final int MOST = 64;
    private static final int OK = 200;
    /** These codes are the status of the HTTP API and 1000. */
    private static final List<Integer> STATUS_CODES = List.of(1400, 1401, 1403, 1404);

    private static final int STATUS_BASE = 1000;

    private final Map<String, CompletableFuture<ConnectionCallResult>> byEcho = new HashMap<>();

    boolean isFull() {
        return byEcho.size() >= MOST;
    }

    void begin(String echo, CompletableFuture<ConnectionCallResult> result) {
        byEcho.put(echo, result);
    }

    /** Ends a call without an answer; a later answer has no effect. */
    void expire(String echo, String why) {
        CompletableFuture<ConnectionCallResult> result = byEcho.remove(echo);
        if (result != null) {
            result.complete(new ConnectionCallResult.NoAnswer(why));
        }
    }

    void expireAll(String why) {
        List.copyOf(byEcho.keySet()).forEach(echo -> expire(echo, why));
    }

    /** Returns true if the text is the answer to a call, whether or not it is still waited for. */
    boolean isAnswer(String text) {
        if (!text.contains("\"retcode\"")) {
            return false;
        }
        try {
            JsonNode tree = ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
            if (!(tree instanceof ObjectNode answer) || answer.has("post_type")) {
                return false;
            }
            JsonNode echo = answer.remove("echo");
            CompletableFuture<ConnectionCallResult> result = echo == null ? null : byEcho.remove(echo.asText());
            if (result != null) {
                result.complete(new ConnectionCallResult.Answered(status(answer), answer));
            }
            return true;
        } catch (UndecodableException noJson) {
            return false;
        }
    }

    private static int status(ObjectNode answer) {
        int code = answer.path("retcode").asInt();
        return STATUS_CODES.contains(code) ? code - STATUS_BASE : OK;
    }
}
