package dev.agenthost.gateway.intake.connection.ws;

import dev.agenthost.gateway.intake.connection.EventReply;
import dev.agenthost.gateway.intake.connection.FrameOutcome;
import dev.agenthost.gateway.intake.connection.SocketInput;
import dev.agenthost.gateway.intake.connection.SocketMessage;
import dev.agenthost.gateway.intake.connection.SocketProtocol;
import dev.agenthost.im.chat.connection.ConnectionTimes;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One open connection of a bot. Takes in its events side by side, as those of a webhook are, and answers each after its outcome. It is not
 * read while many events are taken in. Those that arrive after a stop are left to the next connection, if the platform redelivers them.
 *
 * <pre>
 *   reading ──many events──▶ paused ──fewer──▶ reading
 *      ├──has a successor──▶ reading ──15 s──▶ draining
 *      └──stopped or rejected──▶ draining ──no event is left, or the platform does not redeliver──▶ closed
 * </pre>
 */
final class PlatformSocket {
    private static final Logger LOG = Logger.getLogger(PlatformSocket.class);
    private static final int MOST_EVENTS = 64;
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    /** Longer than a platform takes to close a connection after it has announced it. */
    private static final Duration RETIREMENT = Duration.ofSeconds(15);

    private static final short NORMAL = 1000;
    private static final short TOO_LARGE = 1009;

    private final String botId;
    private final WebSocket socket;
    private final Context context;
    private final SocketProtocol protocol;
    private final Consumer<FrameOutcome> counter;
    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<SocketEnd> over = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile ConnectionTimes times;
    private volatile boolean abandoned;
    private volatile boolean closed;

    // Used on the context only.
    private boolean draining;
    private int events;
    private int bytes;
    private boolean unanswered;
    private boolean hasUnreadable;
    private String reason = "the platform closed it or the network broke";

    /**
     * @param context of the socket
     * @param counter counts each event by its outcome
     */
    PlatformSocket(
            String botId,
            WebSocket socket,
            Context context,
            SocketProtocol protocol,
            ConnectionTimes times,
            Consumer<FrameOutcome> counter) {
        this.botId = botId;
        this.socket = socket;
        this.context = context;
        this.protocol = protocol;
        this.times = times;
        this.counter = counter;
    }

    /** Begins to read. Called on the context of the socket, before it reads. */
    void open() {
        socket.binaryMessageHandler(message -> read(new SocketMessage.Binary(message.getBytes())));
        socket.textMessageHandler(text -> read(new SocketMessage.Text(text)));
        socket.pongHandler(pong -> unanswered = false);
        // Vert.x reports a message over the limit, and does not close the connection.
        socket.exceptionHandler(broken -> close(TOO_LARGE, "a message is too large or broken: " + broken));
        socket.closeHandler(end -> {
            LOG.infof("the connection ended: botId=%s %s", botId, reason);
            closed = true;
            over.complete(new SocketEnd.Closed());
            noteEnd();
        });
        noteReady();
        ping();
    }

    /** Completes once the platform sends events over the connection. */
    CompletableFuture<Void> ready() {
        return ready;
    }

    /** Completes once the connection needs a successor. */
    CompletableFuture<SocketEnd> over() {
        return over;
    }

    /** Completes once the connection is closed, and the events that it took in are done with. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Returns true while the platform sends events over the connection. */
    boolean isReady() {
        return ready.isDone() && !closed;
    }

    /** Returns the times that the platform sent last. */
    ConnectionTimes times() {
        return times;
    }

    /**
     * Closes the connection: once the events that are taken in are answered, or at once if the platform does not redeliver those that it sends
     * meanwhile. For any thread.
     */
    void stop(String why) {
        abandoned = true;
        context.runOnContext(next -> drain(why));
    }

    /** Takes in the events that still arrive, although another connection is open by now, and stops if the platform does not close it. */
    void retire() {
        context.runOnContext(next -> context.owner()
                .setTimer(RETIREMENT.toMillis(), timer -> drain("another connection has taken its place")));
    }

    /** Waits until a stopped connection is closed. After that time, interrupts what is taken in and closes it. */
    void awaitEnd(Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        for (Thread worker : workers) {
            if (!worker.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
                worker.interrupt();
            }
        }
        context.runOnContext(next -> close(NORMAL, reason));
        ended.completeOnTimeout(null, Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS)
                .join();
        workers.forEach(Thread::interrupt);
    }

    private void close(short code, String why) {
        reason = why;
        if (!socket.isClosed()) {
            socket.close(code, why.length() <= 100 ? why : why.substring(0, 100));
        }
    }

    private void drain(String why) {
        draining = true;
        reason = why;
        closeIfDrained();
    }

    private void closeIfDrained() {
        if (draining && (events == 0 || !protocol.redelivers())) {
            close(NORMAL, reason);
        }
    }

    private void noteEnd() {
        if (closed && events == 0) {
            ended.complete(null);
        }
    }

    /** Sends a ping at each interval. A connection that is not ready, or without any message since the last ping, is closed. */
    private void ping() {
        if (socket.isClosed()) {
            return;
        }
        if (unanswered && !isFull()) {
            close(NORMAL, "no sign of life");
            return;
        }
        unanswered = true;
        write(protocol.ping());
        context.owner()
                .setTimer(
                        times.pingInterval().toMillis(),
                        timer -> context.runOnContext(next -> {
                            if (!ready.isDone()) {
                                close(NORMAL, "the platform sent no greeting");
                            }
                            ping();
                        }));
    }

    private void noteReady() {
        if (protocol.isReady() && !ready.isDone()) {
            LOG.infof("connected: botId=%s", botId);
            ready.complete(null);
        }
    }

    private void read(SocketMessage message) {
        unanswered = false;
        switch (protocol.read(message)) {
            case SocketInput.Event event -> begin(event);
            case SocketInput.Refused refused -> refuse(refused.why(), refused.answer());
            case SocketInput.Control() -> noteReady();
            case SocketInput.Reply(SocketMessage answer) -> write(answer);
            case SocketInput.Times(ConnectionTimes sent) -> times = sent;
            case SocketInput.Closing() -> over.complete(new SocketEnd.Closing());
            case SocketInput.Rejected(var problem) -> {
                over.complete(new SocketEnd.Rejected(problem));
                drain(problem.why());
            }
            case SocketInput.Unreadable() -> unreadable();
        }
    }

    /** A message that is none of the protocol has no answer. It is logged once for each connection, because it may come again and again. */
    private void unreadable() {
        counter.accept(FrameOutcome.UNREADABLE);
        if (!hasUnreadable) {
            hasUnreadable = true;
            LOG.warnf("the platform sent a message that is none of its protocol: botId=%s", botId);
        }
    }

    private void refuse(String why, @Nullable SocketMessage answer) {
        if (!draining || !protocol.redelivers()) {
            LOG.warnf("an event is refused: botId=%s %s", botId, why);
            counter.accept(FrameOutcome.REFUSED);
            write(answer);
        }
    }

    private void begin(SocketInput.Event event) {
        if (draining && protocol.redelivers()) {
            return;
        }
        events++;
        bytes += event.bytes();
        if (isFull()) {
            socket.pause();
        }
        Thread worker = Thread.ofVirtual().name("event-" + botId).unstarted(() -> takeIn(event));
        workers.add(worker);
        worker.start();
    }

    private boolean isFull() {
        return events >= MOST_EVENTS || bytes >= MOST_BYTES;
    }

    private void takeIn(SocketInput.Event event) {
        SocketMessage answer = null;
        try {
            if (!abandoned || !protocol.redelivers()) {
                EventReply reply = event.task().run();
                counter.accept(reply.outcome());
                answer = reply.answer();
            }
        } catch (InterruptedException stop) {
            LOG.warnf("an event was not taken in, because the replica stops: botId=%s", botId);
        } catch (RuntimeException defect) {
            LOG.errorf(defect, "an event was not taken in: botId=%s", botId);
            counter.accept(FrameOutcome.FAILED);
            answer = event.ifDefect();
        } finally {
            SocketMessage reply = answer;
            context.runOnContext(next -> end(reply, event.bytes()));
            workers.remove(Thread.currentThread());
        }
    }

    private void end(@Nullable SocketMessage reply, int length) {
        write(reply);
        events--;
        bytes -= length;
        if (!isFull()) {
            socket.resume();
        }
        closeIfDrained();
        noteEnd();
    }

    private void write(@Nullable SocketMessage message) {
        if (message == null || socket.isClosed()) {
            return;
        }
        switch (message) {
            case SocketMessage.Text(String text) -> socket.writeTextMessage(text);
            case SocketMessage.Binary(byte[] written) -> socket.writeBinaryMessage(Buffer.buffer(written));
            case SocketMessage.Ping() -> socket.writePing(Buffer.buffer());
        }
    }
}
