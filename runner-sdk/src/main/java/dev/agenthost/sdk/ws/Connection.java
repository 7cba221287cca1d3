package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.CancellationToken;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.RunnerPlugin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One socket, from its opening to its loss: the requests in flight both ways and the runs on it. */
final class Connection {
    /** Requests in flight, each way; the peer refuses more. */
    static final int MAX_IN_FLIGHT = 128;

    /** The host's message that cancels a run, which has no answer; in the registration, the flag that the runner supports it. */
    private static final String CANCEL = "cancel_agent";

    private static final int UNAUTHORIZED = 401;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration REGISTER_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration PING_EVERY = Duration.ofSeconds(15);
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private final RunnerPlugin plugin;
    private final ScheduledExecutorService timers;
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
    private final AtomicLong sequence =
            new AtomicLong(ThreadLocalRandom.current().nextLong(100_000));
    private final Map<Long, ResponseQueue> pending = new ConcurrentHashMap<>();
    private final Set<RunSession> runs = ConcurrentHashMap.newKeySet();
    private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);
    private final Semaphore running = new Semaphore(MAX_IN_FLIGHT);
    private final ReentrantLock sending = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean initialized;
    private volatile long lastReceivedNanos = System.nanoTime();
    private volatile @Nullable ScheduledFuture<?> pings;

    private Connection(RunnerPlugin plugin, ScheduledExecutorService timers) {
        this.plugin = plugin;
        this.timers = timers;
    }

    /** Connects and registers the plugin; a refusal counts as no connection. */
    static Connection open(
            HttpClient http, URI address, String key, RunnerPlugin plugin, ScheduledExecutorService timers)
            throws ConnectionLostException, InterruptedException {
        Connection connection = new Connection(plugin, timers);
        CompletableFuture<WebSocket> opening = http.newWebSocketBuilder()
                .header("Authorization", "Bearer " + key)
                .connectTimeout(CONNECT_TIMEOUT)
                .buildAsync(address, new SocketReader(connection));
        try {
            connection.socket.complete(opening.get());
        } catch (InterruptedException e) {
            opening.thenAccept(WebSocket::abort);
            throw e;
        } catch (ExecutionException e) {
            throw noSocket(e);
        }
        connection.register(key);
        return connection;
    }

    private static ConnectionLostException noSocket(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause instanceof WebSocketHandshakeException refused
                        && refused.getResponse().statusCode() == UNAUTHORIZED
                ? new KeyRefusedException()
                : new ConnectionLostException(String.valueOf(cause == null ? e : cause));
    }

    private void register(String key) throws ConnectionLostException, InterruptedException {
        ObjectNode data = ProtocolCodec.mapper().createObjectNode();
        data.set("plugin_container", PluginContainer.of(plugin, "mounted"));
        data.put("prod_mode", false).put("plugin_debug_key", key).put("registration_capability", "");
        data.put("wire_generation", "specification")
                .put("max_message_bytes", WireFrame.MAX_BYTES)
                .put(CANCEL, true);
        try {
            WireFrame.Response answer = request("register_plugin", data, null, REGISTER_TIMEOUT);
            if (answer.code() != 0) {
                throw new ConnectionLostException("the host refuses the plugin: " + answer.message());
            }
            pings = timers.scheduleAtFixedRate(
                    this::ping, PING_EVERY.toMillis(), PING_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            lost();
            throw new ConnectionLostException("the host does not answer");
        } catch (ConnectionLostException | InterruptedException e) {
            lost();
            throw e;
        }
    }

    /** Sends a request without a run, and waits for the answer. */
    WireFrame.Response request(String action, ObjectNode data, @Nullable JsonNode context, Duration limit)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        return request(action, data, context, CancellationToken.NEVER, limit);
    }

    /** Sends a request of a run, and waits for the answer, at most until the run is cancelled. */
    WireFrame.Response request(
            String action, ObjectNode data, @Nullable JsonNode context, CancellationToken run, Duration limit)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        long until = System.nanoTime() + limit.toNanos();
        return exchange(action, data, context, run, limit, answers -> answers.next(until - System.nanoTime()));
    }

    /**
     * Requests a stream.
     *
     * @param timeout timeout of each chunk
     * @return the last response: the end of the stream, or a failure
     */
    WireFrame.Response stream(
            String action,
            ObjectNode data,
            @Nullable JsonNode context,
            CancellationToken run,
            ChunkTimeout timeout,
            Consumer<ObjectNode> chunk)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        return exchange(action, data, context, run, timeout.remaining(), answers -> {
            WireFrame.Response answer = answers.next(timeout.remaining().toNanos());
            while (!answer.end() && answer.code() == 0) {
                chunk.accept(answer.data());
                answer = answers.next(timeout.remaining().toNanos());
            }
            return answer;
        });
    }

    /** The remaining time for a chunk. */
    interface ChunkTimeout {
        Duration remaining();
    }

    private interface Reading {
        WireFrame.Response from(ResponseQueue answers)
                throws ConnectionLostException, TimeoutException, InterruptedException;
    }

    private WireFrame.Response exchange(
            String action,
            ObjectNode data,
            @Nullable JsonNode context,
            CancellationToken run,
            Duration limit,
            Reading reading)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        if (!inFlight.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException();
        }
        long seqId = sequence.incrementAndGet();
        ResponseQueue answers = new ResponseQueue();
        try (CancellationToken.Registration waiting = run.onCancelled(answers::lost)) {
            pending.put(seqId, answers);
            send(WireFrame.request(seqId, action, data, context));
            return reading.from(answers);
        } finally {
            pending.remove(seqId);
            inFlight.release();
        }
    }

    /** Sends one message; returns when the socket has accepted it, so that a slow host slows the runner down. */
    void send(String message) throws ConnectionLostException {
        sending.lock();
        try {
            if (!isOpen()) {
                throw new ConnectionLostException("the connection is closed");
            }
            socket.join().sendText(message, true).join();
        } catch (CompletionException | IllegalStateException e) {
            lost();
            throw new ConnectionLostException("the connection is closed");
        } finally {
            sending.unlock();
        }
    }

    static boolean isTooLarge(String message) {
        return message.length() > WireFrame.MAX_BYTES / 3
                && message.getBytes(StandardCharsets.UTF_8).length > WireFrame.MAX_BYTES;
    }

    void onActivity() {
        lastReceivedNanos = System.nanoTime();
    }

    void received(String message) {
        WireFrame frame = WireFrame.parse(message).orElse(null);
        switch (frame) {
            case null -> {}
            case WireFrame.Response response -> {
                ResponseQueue waiting = pending.get(response.seqId());
                if (waiting != null) {
                    waiting.add(response);
                }
            }
            case WireFrame.Request request -> handle(request);
        }
    }

    private void handle(WireFrame.Request request) {
        switch (request.action()) {
            case "run_agent" -> run(request);
            case CANCEL -> cancel(request.data());
            case "initialize_plugin" -> {
                initialized = true;
                answer(WireFrame.success(request.seqId(), ProtocolCodec.mapper().createObjectNode()));
            }
            case "get_plugin_container" ->
                answer(WireFrame.success(
                        request.seqId(), PluginContainer.of(plugin, initialized ? "initialized" : "mounted")));
            case "get_plugin_icon" -> Thread.startVirtualThread(() -> IconTransfer.send(this, request, plugin.icon()));
            case "__ping" ->
                answer(WireFrame.success(
                        request.seqId(),
                        ProtocolCodec.mapper().createObjectNode().put("message", "pong")));
            default ->
                answer(WireFrame.error(request.seqId(), "ValueError: Action " + request.action() + " not found"));
        }
    }

    private void run(WireFrame.Request request) {
        if (!running.tryAcquire()) {
            answer(WireFrame.error(
                    request.seqId(), "Runtime connection is busy (max " + MAX_IN_FLIGHT + " concurrent actions)"));
            return;
        }
        RunSession session = new RunSession(this, plugin, request, timers);
        runs.add(session);
        session.start(() -> {
            runs.remove(session);
            running.release();
        });
        if (!isOpen()) {
            session.cancel(Reason.CONNECTION_LOST);
        }
    }

    private void cancel(ObjectNode data) {
        String runId = data.path("run_id").asText();
        Reason reason = data.path("reason").asText().equals(FailureCode.DEADLINE_EXCEEDED.wire())
                ? Reason.DEADLINE
                : Reason.CANCELLED;
        runs.stream()
                .filter(run -> run.runId().equals(runId))
                .forEach(run -> Thread.startVirtualThread(() -> run.cancel(reason)));
    }

    // Never on the reading thread: the socket must be read even while it accepts no more of our messages.
    private void answer(String message) {
        Thread.startVirtualThread(() -> {
            try {
                send(message);
            } catch (ConnectionLostException e) {
                // The connection of the request is lost.
            }
        });
    }

    private void ping() {
        if (!isOpen()) {
            return;
        }
        if (System.nanoTime() - lastReceivedNanos > SILENCE.toNanos()) {
            lost();
        } else {
            socket.join().sendPing(ByteBuffer.allocate(0));
        }
    }

    boolean isOpen() {
        return closed.getCount() > 0;
    }

    void awaitClosed() throws InterruptedException {
        closed.await();
    }

    void close() {
        lost();
    }

    /** Ends everything that depends on the lost socket. May be called repeatedly. */
    void lost() {
        closed.countDown();
        ScheduledFuture<?> pinging = pings;
        if (pinging != null) {
            pinging.cancel(false);
        }
        socket.thenAccept(WebSocket::abort);
        pending.values().forEach(ResponseQueue::lost);
        runs.forEach(run -> run.cancel(Reason.CONNECTION_LOST));
    }
}
