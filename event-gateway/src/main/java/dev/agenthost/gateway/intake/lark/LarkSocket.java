package dev.agenthost.gateway.intake.lark;

import dev.agenthost.im.lark.connection.EventAnswer;
import dev.agenthost.im.lark.connection.FrameAssembler;
import dev.agenthost.im.lark.connection.FrameAssembler.Assembled;
import dev.agenthost.im.lark.connection.LarkConnectionConfig;
import dev.agenthost.im.lark.connection.LarkFrame;
import dev.agenthost.im.lark.connection.LarkFrameCodec;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * One open long connection. Takes in its events side by side, as those of a webhook are, and answers each after its outcome. It is not read
 * while many events are taken in. An event without an answer is sent again by the platform, over any connection of the app.
 *
 * <pre>
 *   reading ──many events──▶ paused ──fewer──▶ reading
 *      └──stopped──▶ draining: takes no further event ──no event is left──▶ closed
 * </pre>
 */
final class LarkSocket {
    /** Takes in one event. */
    interface Intake {
        /** Blocks until the outcome is known. Without an answer, the platform sends the event again. */
        Optional<EventAnswer> take(byte[] payload) throws InterruptedException;
    }

    private static final Logger LOG = Logger.getLogger(LarkSocket.class);
    private static final int MOST_EVENTS = 64;
    private static final int MOST_BYTES = 4 * FrameAssembler.LARGEST_EVENT;
    private static final short NORMAL = 1000;
    private static final short TOO_LARGE = 1009;

    private final String botId;
    private final int service;
    private final WebSocket socket;
    private final Context context;
    private final Intake intake;
    private final Consumer<FrameOutcome> counter;
    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private volatile LarkConnectionConfig config;

    // Used on the context only.
    private final FrameAssembler frames = new FrameAssembler();
    private int events;
    private int bytes;
    private boolean unanswered;
    private boolean stopped;
    private boolean hasUnreadable;
    private String reason = "the platform closed it or the network broke";

    /**
     * @param service the number that pings carry
     * @param context of the socket
     * @param counter counts each event by its outcome
     */
    LarkSocket(
            String botId,
            int service,
            WebSocket socket,
            Context context,
            LarkConnectionConfig config,
            Intake intake,
            Consumer<FrameOutcome> counter) {
        this.botId = botId;
        this.service = service;
        this.socket = socket;
        this.context = context;
        this.config = config;
        this.intake = intake;
        this.counter = counter;
    }

    /** Begins to read. Called on the context of the socket, before it reads. */
    void open() {
        LOG.infof("connected: botId=%s", botId);
        socket.binaryMessageHandler(message -> read(message.getBytes()));
        socket.textMessageHandler(text -> unreadable());
        // Vert.x reports a message over the limit, and does not close the connection.
        socket.exceptionHandler(broken -> close(TOO_LARGE, "a message is too large or broken: " + broken));
        socket.closeHandler(end -> {
            LOG.infof("the connection ended: botId=%s %s", botId, reason);
            ended.complete(null);
        });
        ping();
    }

    /** Completes once the connection is closed. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Returns the times that the platform sent last. */
    LarkConnectionConfig config() {
        return config;
    }

    /** Takes in no further event, and closes the connection once the events that are taken in are answered. For any thread. */
    void stop(String why) {
        context.runOnContext(next -> {
            stopped = true;
            reason = why;
            closeIfDrained();
        });
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
    }

    private void close(short code, String why) {
        reason = why;
        if (!socket.isClosed()) {
            socket.close(code, why.length() <= 100 ? why : why.substring(0, 100));
        }
    }

    private void closeIfDrained() {
        if (stopped && events == 0) {
            close(NORMAL, reason);
        }
    }

    /** Sends a ping at each interval of the platform. A connection without any frame since the last one is closed. */
    private void ping() {
        if (socket.isClosed()) {
            return;
        }
        if (unanswered && !isFull()) {
            close(NORMAL, "no sign of life");
            return;
        }
        unanswered = true;
        write(LarkFrame.ping(service));
        context.owner().setTimer(config.pingInterval().toMillis(), timer -> context.runOnContext(next -> ping()));
    }

    private void read(byte[] message) {
        unanswered = false;
        Optional<LarkFrame> decoded = LarkFrameCodec.decode(message);
        if (decoded.isEmpty()) {
            unreadable();
            return;
        }
        LarkFrame frame = decoded.get();
        if (frame.is(LarkFrame.CONTROL, "pong")) {
            config.withPong(frame).ifPresent(sent -> config = sent);
        } else if (frame.isEvent()) {
            received(frame);
        } else {
            LOG.debugf("a frame of another kind: botId=%s %s", botId, frame);
        }
    }

    /** A message that is no frame has no answer. It is logged once for each connection, because the platform may send it again and again. */
    private void unreadable() {
        counter.accept(FrameOutcome.UNREADABLE);
        if (!hasUnreadable) {
            hasUnreadable = true;
            LOG.warnf("the platform sent a message that is no frame: botId=%s", botId);
        }
    }

    private void received(LarkFrame frame) {
        if (stopped) {
            return;
        }
        switch (frames.add(frame, System.nanoTime())) {
            case Assembled.Complete(byte[] payload) -> begin(frame, payload);
            case Assembled.Partial() -> LOG.tracef("a part of an event: botId=%s", botId);
            case Assembled.Refused(String why) -> {
                LOG.warnf("an event is refused: botId=%s %s", botId, why);
                counter.accept(FrameOutcome.REFUSED);
                write(frame.answer(new EventAnswer.Failed(), 0));
            }
        }
    }

    private void begin(LarkFrame frame, byte[] payload) {
        events++;
        bytes += payload.length;
        if (isFull()) {
            socket.pause();
        }
        Thread worker = Thread.ofVirtual().name("lark-" + botId).unstarted(() -> takeIn(frame, payload));
        workers.add(worker);
        worker.start();
    }

    private boolean isFull() {
        return events >= MOST_EVENTS || bytes >= MOST_BYTES;
    }

    private void takeIn(LarkFrame frame, byte[] payload) {
        long begin = System.nanoTime();
        Optional<EventAnswer> answer = Optional.empty();
        try {
            answer = intake.take(payload);
        } catch (InterruptedException stop) {
            LOG.warnf("an event was not taken in, because the replica stops: botId=%s", botId);
        } catch (RuntimeException defect) {
            LOG.errorf(defect, "an event was not taken in: botId=%s", botId);
            answer = Optional.of(new EventAnswer.Failed());
        } finally {
            answer.map(LarkSocket::outcome).ifPresent(counter);
            Optional<LarkFrame> reply =
                    answer.map(outcome -> frame.answer(outcome, (System.nanoTime() - begin) / 1_000_000));
            context.runOnContext(next -> end(reply, payload.length));
            workers.remove(Thread.currentThread());
        }
    }

    private static FrameOutcome outcome(EventAnswer answer) {
        return switch (answer) {
            case EventAnswer.Accepted accepted -> FrameOutcome.ACCEPTED;
            case EventAnswer.Failed failed -> FrameOutcome.FAILED;
        };
    }

    private void end(Optional<LarkFrame> reply, int length) {
        reply.ifPresent(this::write);
        events--;
        bytes -= length;
        if (!isFull()) {
            socket.resume();
        }
        closeIfDrained();
    }

    private void write(LarkFrame frame) {
        if (!socket.isClosed()) {
            socket.writeBinaryMessage(Buffer.buffer(LarkFrameCodec.encode(frame)));
        }
    }
}
