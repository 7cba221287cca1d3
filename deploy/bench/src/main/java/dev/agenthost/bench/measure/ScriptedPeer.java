package dev.agenthost.bench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.testbed.WireFrames;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code plugin:agenthost/<name>/default}, which behaves like a plugin of LangBot's SDK 0.5: it writes one message after the other and
 * waits for nothing but its socket, and closes the connection with 1011 when a ping has no pong within 20 s. {@code burst <n>} is
 * answered with n increments, any other message with one message. The peer prints {@code pong <ms>} to standard output for each pong.
 */
public final class ScriptedPeer implements WebSocket.Listener {
    /** Seconds that LangBot's client waits for a pong. */
    private static final long PONG_SECONDS = 20;
    /** LangBot's client pings every 20 s; more frequent pings measure more of the delay. */
    private static final long PING_SECONDS = 1;

    private static final Pattern BURST = Pattern.compile("burst (\\d+)");
    private static final int NO_PONG = 1011;

    private final String name;
    private final WebSocket socket;
    private final StringBuilder partial = new StringBuilder();
    private final ScheduledExecutorService pings =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().factory());
    private volatile CompletableFuture<Void> pong = CompletableFuture.completedFuture(null);

    private ScriptedPeer(URI host, String name, String key) {
        this.name = name;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + key)
                .buildAsync(host, this)
                .join();
        send(WireFrames.register(name, key));
        pings.scheduleWithFixedDelay(this::ping, PING_SECONDS, PING_SECONDS, TimeUnit.SECONDS);
    }

    /** @param arguments the address for runners, and the plugin's name */
    public static void main(String[] arguments) {
        new ScriptedPeer(URI.create(arguments[0]), arguments[1], System.getenv("AGENTHOST_RUNNER_KEY"));
    }

    static String id(String name) {
        return "plugin:agenthost/" + name + "/default";
    }

    /** The increment of that number; the numbers distinguish the increments of one text. */
    static String increment(int number) {
        return number + " ";
    }

    private void ping() {
        long sent = System.nanoTime();
        pong = new CompletableFuture<>();
        socket.sendPing(ByteBuffer.allocate(0)).join();
        try {
            pong.orTimeout(PONG_SECONDS, TimeUnit.SECONDS).join();
            System.out.println("pong " + (System.nanoTime() - sent) / 1_000_000);
        } catch (RuntimeException late) {
            System.out.println("no pong");
            socket.sendClose(NO_PONG, "keepalive ping timeout");
            socket.abort();
            System.exit(1);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
        pong.complete(null);
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
        partial.append(text);
        if (last) {
            String whole = partial.toString();
            partial.setLength(0);
            take(whole);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        System.out.println("closed " + code);
        System.exit(1);
        return null;
    }

    private void take(String text) {
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
            case "run_agent" ->
                Thread.ofVirtual().start(() -> run(seqId, frame.path("data").path("context")));
            case "get_plugin_container" -> send(WireFrames.success(seqId, WireFrames.container(name)));
            default -> send(WireFrames.success(seqId, WireFrames.object()));
        }
    }

    private void run(long seqId, JsonNode context) {
        String runId = context.path("run_id").asText();
        var burst = BURST.matcher(context.path("input").path("text").asText());
        int last = 0;
        if (burst.matches()) {
            int count = Integer.parseInt(burst.group(1));
            while (last < count) {
                last++;
                send(WireFrames.success(
                        seqId, WireFrames.result(runId, last, "message.delta", delta(increment(last)))));
            }
        } else {
            var message = WireFrames.object();
            message.putObject("message").put("role", "assistant").put("content", "answered");
            last++;
            send(WireFrames.success(seqId, WireFrames.result(runId, last, "message.completed", message)));
        }
        var completed = WireFrames.object().put("finish_reason", "stop");
        send(WireFrames.success(seqId, WireFrames.result(runId, last + 1, "run.completed", completed)));
        send(WireFrames.end(seqId));
    }

    /** Sends a frame; returns when the operating system has accepted it: the socket's own backpressure and no other. */
    private synchronized void send(String text) {
        socket.sendText(text, true).join();
    }

    private static ObjectNode delta(String content) {
        var delta = WireFrames.object();
        delta.putObject("chunk").put("role", "assistant").put("content", content);
        return delta;
    }
}
