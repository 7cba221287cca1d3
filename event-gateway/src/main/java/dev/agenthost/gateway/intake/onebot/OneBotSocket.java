package dev.agenthost.gateway.intake.onebot;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.connection.BotConnection;
import dev.agenthost.gateway.connection.ConnectionCallResult;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.protocol.bot.BotRegistration;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * One open connection of an implementation. Takes in its events one after another, and makes calls. It is not read while many events wait:
 * while Kafka is unavailable, the socket fills and the sender waits. Events that were read before the end are taken in all the same.
 *
 * <pre>
 *   reading ──many events wait──▶ paused ──fewer wait──▶ reading
 *      └──closed──▶ draining ◀──closed──┘ (of paused)
 *                      └──no event waits──▶ ended
 * </pre>
 */
final class OneBotSocket implements BotConnection {
    static final short GOING_AWAY = 1001;
    private static final short UNSUPPORTED = 1003;
    private static final short REFUSED = 1008;
    private static final short TOO_LARGE = 1009;

    private static final Logger LOG = Logger.getLogger(OneBotSocket.class);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

    private final UUID id = UUID.randomUUID();
    private final SocketHandshake handshake;
    private final long selfId;
    private final ServerWebSocket socket;
    private final Context context;
    private final OneBotEventIntake events;
    private final Supplier<Optional<BotRegistration>> admitted;
    private final Consumer<OneBotSocket> ended;

    private volatile boolean stopped;

    // Used on the context only.
    private final PendingCalls calls = new PendingCalls();
    private final EventQueue queue;
    private boolean unanswered;
    private boolean closed;
    private boolean hasEnded;

    /**
     * @param context of the socket
     * @param admitted the bot as it is now; empty once it no longer admits this connection
     * @param ended called once, when the connection is closed and its last event is done with
     */
    OneBotSocket(
            SocketHandshake handshake,
            ServerWebSocket socket,
            Context context,
            OneBotEventIntake events,
            Supplier<Optional<BotRegistration>> admitted,
            Consumer<OneBotSocket> ended) {
        this.handshake = handshake;
        this.selfId = Long.parseLong(String.valueOf(handshake.selfId()));
        this.socket = socket;
        this.context = context;
        this.events = events;
        this.admitted = admitted;
        this.ended = ended;
        this.queue = new EventQueue(context, handshake.botId(), this::isDone, this::resume);
    }

    @Override
    public String botId() {
        return handshake.botId();
    }

    @Override
    public UUID id() {
        return id;
    }

    /**
     * Begins to read. Called on the context of the socket, before it reads.
     *
     * @param onClose runs once, when the connection is closed
     */
    void open(Runnable onClose) {
        LOG.infof("connected: botId=%s role=%s", botId(), handshake.role());
        socket.textMessageHandler(this::read);
        socket.binaryMessageHandler(bytes -> close(UNSUPPORTED, "messages must be texts"));
        socket.pongHandler(pong -> unanswered = false);
        // Vert.x reports a text over the limit, and does not close the connection.
        socket.exceptionHandler(broken -> {
            LOG.warnf("the connection broke: botId=%s %s", botId(), broken.toString());
            close(TOO_LARGE, "the message is too large or broken");
        });
        socket.closeHandler(end -> {
            closed = true;
            onClose.run();
            calls.expireAll("the connection ended");
            resume();
        });
    }

    /**
     * Closes a connection that its bot no longer admits, or whose peer did not answer the last ping.
     *
     * @param ping true for the next ping
     */
    void check(boolean ping) {
        if (admitted.get().isEmpty()) {
            stop(REFUSED, "the bot was disabled, removed or changed");
        } else if (ping) {
            context.runOnContext(next -> ping());
        }
    }

    /** A connection that is not read shows no answer to its ping. */
    private void ping() {
        if (closed || queue.isFull()) {
            return;
        }
        if (unanswered) {
            close(GOING_AWAY, "no sign of life");
            return;
        }
        unanswered = true;
        socket.writePing(Buffer.buffer("alive"));
    }

    /** Takes in no further event, and closes the connection. The event that is taken in may be published. */
    void stop(short code, String reason) {
        stopped = true;
        close(code, reason);
    }

    /** Waits for the event that is taken in, and interrupts it after that time. */
    void awaitEnd(Duration within) throws InterruptedException {
        queue.awaitEvent(within);
    }

    private void close(short code, String reason) {
        context.runOnContext(next -> {
            if (!closed && !socket.isClosed()) {
                LOG.infof("the connection is closed: botId=%s %s", botId(), reason);
                socket.close(code, reason);
            }
        });
    }

    private void read(String text) {
        unanswered = false;
        if (stopped || calls.isAnswer(text)) {
            return;
        }
        queue.add(text);
        if (queue.isFull()) {
            socket.pause();
        }
    }

    /** Returns false if the event must be taken in again: Kafka did not take it. */
    private boolean isDone(String text) throws InterruptedException {
        Optional<BotRegistration> bot = stopped ? Optional.empty() : admitted.get();
        return bot.isEmpty() || events.take(bot.get(), selfId, text) instanceof BotEventOutcome.Done;
    }

    private void resume() {
        if (queue.isFull()) {
            return;
        }
        socket.resume();
        // Texts that the socket has read are handled before the next task of the context.
        context.runOnContext(next -> {
            if (closed && queue.isEmpty() && !hasEnded) {
                hasEnded = true;
                ended.accept(this);
            }
        });
    }

    @Override
    public CompletionStage<ConnectionCallResult> call(String action, ObjectNode parameters) {
        CompletableFuture<ConnectionCallResult> result = new CompletableFuture<>();
        context.runOnContext(next -> send(action, parameters, result));
        return result;
    }

    private void send(String action, ObjectNode parameters, CompletableFuture<ConnectionCallResult> result) {
        if (closed || stopped || calls.isFull() || socket.writeQueueFull()) {
            result.complete(new ConnectionCallResult.NotMade("The implementation reads no calls now."));
            return;
        }
        String echo = UUID.randomUUID().toString();
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("action", action);
        request.set("params", parameters);
        request.put("echo", echo);
        calls.begin(echo, result);
        long timer = context.owner()
                .setTimer(
                        CALL_TIMEOUT.toMillis(),
                        late -> context.runOnContext(next -> calls.expire(echo, "no answer in time")));
        result.whenComplete((outcome, none) -> context.owner().cancelTimer(timer));
        socket.writeTextMessage(request.toString()).onFailure(failure -> calls.expire(echo, "the connection broke"));
    }
}
