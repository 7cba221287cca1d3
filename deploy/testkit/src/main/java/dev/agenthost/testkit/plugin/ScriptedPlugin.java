package dev.agenthost.testkit.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.hostapi.FileKey;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.UpgradeRejectedException;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.http.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A plugin process as LangBot's SDK runs it, under the test's control frame by frame. */
public final class ScriptedPlugin implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final WebSocketClient client;
    private final WebSocket socket;
    private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
    private final AtomicInteger seqId = new AtomicInteger(62100);
    private volatile Consumer<JsonNode> frames = received::add;
    private volatile short closeCode;
    private volatile int largest;

    private ScriptedPlugin(WebSocketClient client, WebSocket socket) {
        this.client = client;
        this.socket = socket;
        socket.textMessageHandler(text -> {
            largest = Math.max(largest, text.getBytes(StandardCharsets.UTF_8).length);
            frames.accept(tree(text));
        });
        socket.closeHandler(closed -> closeCode = socket.closeStatusCode() == null ? 1006 : socket.closeStatusCode());
    }

    public static ScriptedPlugin dial(Vertx vertx, int port, Map<String, String> headers) {
        WebSocketClient client = vertx.createWebSocketClient(new WebSocketClientOptions()
                .setMaxMessageSize(32 << 20)
                .setMaxFrameSize(16 << 20)
                // A host that closed the connection of a deaf plugin answers no close frame.
                .setClosingTimeout(1));
        return new ScriptedPlugin(client, dial(client, port, headers).join());
    }

    private static CompletableFuture<WebSocket> dial(WebSocketClient client, int port, Map<String, String> headers) {
        WebSocketConnectOptions options =
                new WebSocketConnectOptions().setHost("127.0.0.1").setPort(port).setURI("/runner/ws");
        headers.forEach(options::addHeader);
        return client.connect(options).toCompletionStage().toCompletableFuture();
    }

    /** Dials and is told that there is no socket for it. */
    public static UpgradeRejectedException refused(Vertx vertx, int port, Map<String, String> headers) {
        WebSocketClient client = vertx.createWebSocketClient();
        try {
            return (UpgradeRejectedException) dial(client, port, headers)
                    .handle((socket, why) -> why instanceof CompletionException wrapped ? wrapped.getCause() : why)
                    .join();
        } finally {
            client.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    /** Dials and completes the recorded handshake. */
    public static ScriptedPlugin ready(Vertx vertx, int port, String key) {
        return ready(vertx, port, key, registration("peer", "probe-runner", key), PluginRecording.container());
    }

    public static ScriptedPlugin ready(Vertx vertx, int port, String key, JsonNode registration, JsonNode container) {
        ScriptedPlugin plugin = dial(vertx, port, Map.of("X-LangBot-Plugin-Debug-Key", key));
        int asked = plugin.ask("register_plugin", registration);
        JsonNode answer = plugin.next();
        assertThat(answer)
                .isEqualTo(tree("{\"seq_id\":" + asked
                        + ",\"code\":0,\"message\":\"success\",\"data\":{},\"chunk_status\":\"continue\"}"));
        JsonNode initialize = plugin.next("initialize_plugin");
        plugin.answer(initialize, JSON.createObjectNode());
        JsonNode describe = plugin.next("get_plugin_container");
        plugin.answer(describe, container);
        return plugin;
    }

    public static ObjectNode registration(String author, String name, String key) {
        ObjectNode data = PluginRecording.registration().path("data").deepCopy();
        data.put("plugin_debug_key", key);
        ObjectNode metadata = (ObjectNode) data.at("/plugin_container/manifest/manifest/metadata");
        metadata.put("author", author).put("name", name);
        return data;
    }

    public static ObjectNode container(String author, String name) {
        ObjectNode container = PluginRecording.container().deepCopy();
        ((ObjectNode) container.at("/manifest/manifest/metadata"))
                .put("author", author)
                .put("name", name);
        return container;
    }

    /** A container of that plugin whose manifest names a picture. */
    public static ObjectNode pictured(String author, String name) {
        ObjectNode container = container(author, name);
        ((ObjectNode) container.at("/manifest/manifest/metadata")).put("icon", "assets/icon.png");
        return container;
    }

    /** Answers the question for the icon as LangBot's SDK does: first the file, piece by piece, then its key. */
    public void showIcon(byte[] picture) {
        JsonNode question = next("get_plugin_icon");
        FileKey key = FileKey.of(picture, UUID.randomUUID());
        for (FileChunk piece : FileChunk.split(key, picture)) {
            assertThat(call(FileChunk.ACTION, piece.write()).path("code").intValue())
                    .isZero();
        }
        answer(
                question,
                JSON.createObjectNode().put("plugin_icon_file_key", key.value()).put("mime_type", "image/png"));
    }

    public int ask(String action, JsonNode data) {
        int number = seqId.incrementAndGet();
        ObjectNode frame = JSON.createObjectNode();
        frame.put("seq_id", number).put("action", action).set("data", data);
        raw(frame.toString());
        return number;
    }

    /** Asks and waits for the answer to it; other frames stay for later. */
    public JsonNode call(String action, JsonNode data) {
        int number = ask(action, data);
        return answerTo(number);
    }

    public JsonNode answerTo(int number) {
        List<JsonNode> others = new ArrayList<>();
        try {
            while (true) {
                JsonNode frame = next();
                if (frame.has("code") && frame.path("seq_id").intValue() == number) {
                    return frame;
                }
                others.add(frame);
            }
        } finally {
            received.addAll(others);
        }
    }

    public void answer(JsonNode request, JsonNode data) {
        stream(request, data, "continue");
    }

    public void result(JsonNode run, String type, String data, int sequence) {
        result(run, run.at("/data/context/run_id").asText(), type, data, sequence);
    }

    public void result(JsonNode run, String runId, String type, String data, int sequence) {
        ObjectNode result = JSON.createObjectNode();
        result.put("run_id", runId).put("type", type).set("data", tree(data));
        result.putNull("usage").put("sequence", sequence).putNull("timestamp");
        stream(run, result, "continue");
    }

    public void end(JsonNode run) {
        stream(run, JSON.createObjectNode(), "end");
    }

    public void fail(JsonNode run, String message) {
        ObjectNode frame = JSON.createObjectNode();
        frame.put("seq_id", run.path("seq_id").longValue()).put("code", 1).put("message", message);
        frame.putObject("data");
        raw(frame.put("chunk_status", "continue").toString());
    }

    public void stream(JsonNode request, JsonNode data, String status) {
        ObjectNode frame = JSON.createObjectNode();
        frame.put("seq_id", request.path("seq_id").longValue()).put("code", 0).put("message", "success");
        frame.set("data", data);
        raw(frame.put("chunk_status", status).toString());
    }

    public void raw(String text) {
        socket.writeTextMessage(text);
    }

    /** One message in several frames; the last of them may never come. */
    public void pieces(boolean whole, String... pieces) {
        for (int i = 0; i < pieces.length; i++) {
            boolean last = whole && i == pieces.length - 1;
            socket.writeFrame(
                    i == 0
                            ? WebSocketFrame.textFrame(pieces[i], last)
                            : WebSocketFrame.continuationFrame(Buffer.buffer(pieces[i]), last));
        }
    }

    /** Closes after what was sent before. */
    public void leave() {
        socket.close((short) 1000);
    }

    public JsonNode next() {
        try {
            JsonNode frame = received.poll(10, TimeUnit.SECONDS);
            if (frame == null) {
                throw new AssertionError("no frame came from the host");
            }
            return frame;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public JsonNode next(String action) {
        JsonNode frame = next();
        assertThat(frame.path("action").asText()).isEqualTo(action);
        return frame;
    }

    /** Hands each frame to this consumer, on the thread of the socket, in place of {@link #next()}; called before the first request. */
    public void onFrame(Consumer<JsonNode> consumer) {
        frames = consumer;
    }

    /** Bytes of the largest message that came. */
    public int largest() {
        return largest;
    }

    public boolean hasNothing() {
        return received.isEmpty();
    }

    public short closed() {
        await().atMost(Duration.ofSeconds(10)).until(() -> closeCode != 0);
        return closeCode;
    }

    /** Reads nothing more, not even pings: as a process that hangs. */
    public void deafen() {
        socket.pause();
    }

    @Override
    public void close() {
        client.close().toCompletionStage().toCompletableFuture().join();
    }

    public static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
