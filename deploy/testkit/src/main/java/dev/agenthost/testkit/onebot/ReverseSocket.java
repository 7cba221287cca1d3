package dev.agenthost.testkit.onebot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The reverse WebSocket of {@link ScriptedOneBot}: connects to a server, reports events and accepts calls, all as JSON
 * (https://github.com/botuniverse/onebot-11/blob/master/communication/ws-reverse.md), and connects again after each end until it is closed.
 * That an event without a connection is lost is assumed.
 */
public final class ReverseSocket implements AutoCloseable {
    /** {@code ws_reverse.reconnect_interval}; the standard's default is 3 s. */
    private static final Duration RECONNECT_INTERVAL = Duration.ofMillis(200);

    private static final int CONNECTED = 101;
    private static final int BROKEN = 1006;

    private final ScriptedOneBot oneBot;
    private final URI url;
    private final Map<String, String> headers;
    private final HttpClient client = HttpClient.newHttpClient();
    /** One text after another, as the client requires it. */
    private final ExecutorService sends =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());

    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Integer> statuses = new CopyOnWriteArrayList<>();
    private final List<Integer> closeCodes = new CopyOnWriteArrayList<>();
    private final AtomicInteger written = new AtomicInteger();
    private final Thread thread;
    private volatile @Nullable WebSocket socket;

    ReverseSocket(ScriptedOneBot oneBot, String url, Map<String, String> headers) {
        this.oneBot = oneBot;
        this.url = URI.create(url.replaceFirst("^http", "ws"));
        this.headers = headers;
        this.thread = Thread.ofVirtual().name("reverse-websocket").start(this::run);
    }

    private void run() {
        try {
            while (true) {
                connect();
                Thread.sleep(RECONNECT_INTERVAL);
            }
        } catch (InterruptedException closed) {
            // It connects no more.
        }
    }

    /** Returns when the connection has ended, or was refused. */
    private void connect() throws InterruptedException {
        WebSocket.Builder builder = client.newWebSocketBuilder();
        headers.forEach(builder::header);
        Receiver receiver = new Receiver();
        try {
            WebSocket opened = builder.buildAsync(url, receiver).get();
            statuses.add(CONNECTED);
            // The first event of a connection.
            send(
                    opened,
                    oneBot.metaEvent("lifecycle").put("sub_type", "connect").toString());
            socket = opened;
            closeCodes.add(receiver.ended.get());
        } catch (ExecutionException refused) {
            statuses.add(
                    refused.getCause() instanceof WebSocketHandshakeException handshake
                            ? handshake.getResponse().statusCode()
                            : 0);
        } finally {
            socket = null;
        }
    }

    private final class Receiver implements WebSocket.Listener {
        final CompletableFuture<Integer> ended = new CompletableFuture<>();
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (isLast) {
                String call = text.toString();
                text.setLength(0);
                calls.execute(() -> perform(from, call));
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            ended.complete(code);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable broken) {
            ended.complete(BROKEN);
        }
    }

    private void perform(WebSocket from, String text) {
        JsonNode call = tree(text);
        ObjectNode answer = oneBot.call(call.path("action").asText(), call.path("params"));
        if (answer != null) {
            answer.set("echo", call.path("echo"));
            send(from, answer.toString());
        }
    }

    private static JsonNode tree(String text) {
        try {
            return ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }

    public boolean isOpen() {
        return socket != null;
    }

    /** Reports an event, once; returns false if there is no connection. */
    public boolean report(JsonNode event) {
        return send(event.toString());
    }

    /** Sends a text; returns false if there is no connection. */
    public boolean send(String text) {
        WebSocket current = socket;
        if (current == null) {
            return false;
        }
        send(current, text);
        return true;
    }

    private void send(WebSocket to, String text) {
        submit(to, open -> open.sendText(text, true));
    }

    /** Sends bytes, which the standard does not allow. */
    public void sendBytes(byte[] bytes) {
        WebSocket current = socket;
        if (current != null) {
            submit(current, open -> open.sendBinary(ByteBuffer.wrap(bytes), true));
        }
    }

    /** Ends the current connection after what was sent; it connects again. */
    public void drop() {
        WebSocket current = socket;
        if (current != null) {
            submit(current, open -> open.sendClose(WebSocket.NORMAL_CLOSURE, ""));
        }
    }

    private void submit(WebSocket to, Function<WebSocket, CompletableFuture<WebSocket>> message) {
        sends.execute(() -> {
            try {
                message.apply(to).join();
                written.incrementAndGet();
            } catch (CompletionException ended) {
                // The message is lost.
            }
        });
    }

    /** Returns the number of messages that the network has taken, the first event of each connection included. */
    public int written() {
        return written.get();
    }

    /** Returns the statuses of the handshakes so far: 101 for a connection, 0 for a server that is not reached. */
    public List<Integer> statuses() {
        return List.copyOf(statuses);
    }

    /** Returns the codes with which the connections so far ended; 1006 for one that broke. */
    public List<Integer> closeCodes() {
        return List.copyOf(closeCodes);
    }

    /** Breaks the connection and connects no more. */
    @Override
    public void close() {
        thread.interrupt();
        WebSocket current = socket;
        if (current != null) {
            current.abort();
        }
        sends.shutdownNow();
        calls.shutdownNow();
        client.shutdownNow();
    }
}
