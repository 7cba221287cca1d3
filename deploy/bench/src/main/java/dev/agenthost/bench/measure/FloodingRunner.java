package dev.agenthost.bench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.testbed.WireFrames;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import java.net.URI;
import java.util.regex.Pattern;

/**
 * {@code plugin:agenthost/wild/default}: a runner without the SDK's backpressure. It answers {@code flood <n>} with this number of
 * deltas, without awaiting any; for {@code deaf <n>} it does not read the socket for this number of seconds; it answers other
 * texts with one message. It reconnects when the host closes the connection.
 */
public final class FloodingRunner {
    static final String ID = "plugin:agenthost/wild/default";

    private static final String PLUGIN = "wild";
    private static final Pattern FLOOD = Pattern.compile("flood (\\d+)");
    private static final Pattern DEAF = Pattern.compile("deaf (\\d+)");
    private static final int SLICE = 100;
    private static final long AGAIN_MILLISECONDS = 200;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final WebSocketClient client;
    private final WebSocketConnectOptions address;
    private final String key;

    private FloodingRunner(URI host, String key) {
        this.key = key;
        this.client = vertx.createWebSocketClient(new WebSocketClientOptions()
                .setMaxFrameSize(WireFrames.MAX_BYTES)
                .setMaxMessageSize(WireFrames.MAX_BYTES));
        this.address = new WebSocketConnectOptions()
                .setHost(host.getHost())
                .setPort(host.getPort())
                .setURI(host.getPath())
                .addHeader("Authorization", "Bearer " + key);
    }

    /** @param arguments the address for runners */
    public static void main(String[] arguments) {
        new FloodingRunner(URI.create(arguments[0]), System.getenv("AGENTHOST_RUNNER_KEY")).connect();
    }

    private void connect() {
        client.connect(address).onSuccess(this::opened).onFailure(refused -> again());
    }

    private void again() {
        vertx.setTimer(AGAIN_MILLISECONDS, timer -> connect());
    }

    private void opened(WebSocket socket) {
        socket.textMessageHandler(text -> received(socket, text));
        socket.closeHandler(closed -> again());
        socket.exceptionHandler(broken -> {});
        socket.writeTextMessage(WireFrames.register(PLUGIN, key));
    }

    private void received(WebSocket socket, String text) {
        JsonNode frame;
        try {
            frame = ProtocolCodec.mapper().readTree(text);
        } catch (JsonProcessingException noise) {
            return;
        }
        if (frame.has("code")) {
            return;
        }
        long seqId = frame.path("seq_id").asLong();
        switch (frame.path("action").asText()) {
            case "run_agent" -> run(socket, seqId, frame.path("data").path("context"));
            case "get_plugin_container" ->
                socket.writeTextMessage(WireFrames.success(seqId, WireFrames.container(PLUGIN)));
            default -> socket.writeTextMessage(WireFrames.success(seqId, WireFrames.object()));
        }
    }

    private void run(WebSocket socket, long seqId, JsonNode context) {
        var text = context.path("input").path("text").asText();
        var runId = context.path("run_id").asText();
        var flood = FLOOD.matcher(text);
        var deaf = DEAF.matcher(text);
        if (flood.matches()) {
            flood(socket, seqId, runId, 1, Integer.parseInt(flood.group(1)));
        } else if (deaf.matches()) {
            socket.pause();
            vertx.setTimer(Long.parseLong(deaf.group(1)) * 1000, timer -> {
                socket.resume();
                answer(socket, seqId, runId);
            });
        } else {
            answer(socket, seqId, runId);
        }
    }

    /** Awaits no send; between slices it answers the socket's pings, or the host would treat the connection as dead. */
    private void flood(WebSocket socket, long seqId, String runId, int from, int last) {
        int to = Math.min(last, from + SLICE - 1);
        for (int i = from; i <= to; i++) {
            socket.writeTextMessage(
                    WireFrames.success(seqId, WireFrames.result(runId, i, "message.delta", delta("word " + i))));
        }
        if (to < last) {
            vertx.runOnContext(next -> flood(socket, seqId, runId, to + 1, last));
        } else {
            end(socket, seqId, runId, last + 1);
        }
    }

    private static void answer(WebSocket socket, long seqId, String runId) {
        var message = WireFrames.object();
        message.putObject("message").put("role", "assistant").put("content", "answered");
        socket.writeTextMessage(WireFrames.success(seqId, WireFrames.result(runId, 1, "message.completed", message)));
        end(socket, seqId, runId, 2);
    }

    private static void end(WebSocket socket, long seqId, String runId, int sequence) {
        var completed = WireFrames.object().put("finish_reason", "stop");
        socket.writeTextMessage(
                WireFrames.success(seqId, WireFrames.result(runId, sequence, "run.completed", completed)));
        socket.writeTextMessage(WireFrames.end(seqId));
    }

    private static ObjectNode delta(String content) {
        var delta = WireFrames.object();
        delta.putObject("chunk").put("role", "assistant").put("content", content);
        return delta;
    }
}
