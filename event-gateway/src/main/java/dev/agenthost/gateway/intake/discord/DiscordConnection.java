package dev.agenthost.gateway.intake.discord;

import dev.agenthost.gateway.intake.connection.ConnectionState;
import dev.agenthost.gateway.polling.ConnectionRecorder;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.discord.gateway.DiscordCloseCode;
import dev.agenthost.im.discord.gateway.DiscordDispatch;
import dev.agenthost.im.discord.gateway.DiscordFrame;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect;
import dev.agenthost.im.discord.gateway.DiscordGatewayInput;
import dev.agenthost.im.discord.gateway.DiscordGatewayMachine;
import dev.agenthost.im.discord.gateway.DiscordGatewayState;
import dev.agenthost.im.discord.gateway.DiscordIntents;
import dev.agenthost.im.discord.gateway.DiscordSession;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Performs what {@link DiscordGatewayMachine} decides about the connection of one bot. One thread runs it; sockets, answers and finished
 * events are signals to it.
 *
 * <pre>
 *  signal, or a timer ──► machine ──► effects: open, write, close, timers
 *                                        └─ event ──► {@link DiscordEvents} ──► published ──► sequence ──► record of the holder
 * </pre>
 *
 * The record has the sequence up to which all events are published, at most a second old. The next holder resumes the session from it, so
 * the platform repeats the others.
 */
final class DiscordConnection {
    private static final Logger LOG = Logger.getLogger(DiscordConnection.class);

    /** The thread looks this often whether it may still hold the bot. */
    private static final Duration LOOK = Duration.ofMillis(200);

    /** For what is taken in when the holder stops; the supervisor waits longer. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    private final String botId;
    private final DiscordTransport transport;
    private final SessionProgress progress;
    private final BooleanSupplier isCurrent;
    private final BlockingQueue<DiscordSignal> signals;
    private final DiscordEvents events;
    private final DiscordTimers timers = new DiscordTimers();

    private DiscordGatewayState state;
    private @Nullable DiscordSocket socket;
    private boolean isPaused;
    private int size;
    private @Nullable String shown;
    private volatile ConnectionState visible = new ConnectionState(false, null);

    /**
     * @param signals of the events, of sockets and of answers
     * @param session that the last holder recorded; null for none
     * @param isCurrent false once this holder may not go on
     */
    DiscordConnection(
            String botId,
            DiscordTransport transport,
            ConnectionRecorder recorder,
            BlockingQueue<DiscordSignal> signals,
            DiscordEvents events,
            @Nullable DiscordSession session,
            BooleanSupplier isCurrent) {
        this.botId = botId;
        this.transport = transport;
        this.progress = new SessionProgress(recorder, timers, signals::add, session);
        this.signals = signals;
        this.events = events;
        this.isCurrent = isCurrent;
        this.state = DiscordGatewayState.initial(session);
    }

    /** Returns the state at this moment. For any thread. */
    ConnectionState state() {
        return visible;
    }

    /** Runs until the holder may not go on, or the thread is interrupted. */
    void run() throws InterruptedException {
        try {
            give(new DiscordGatewayInput.Start());
            while (isCurrent.getAsBoolean()) {
                DiscordSignal signal =
                        signals.poll(timers.untilNext(System.nanoTime(), LOOK).toNanos(), TimeUnit.NANOSECONDS);
                if (signal != null) {
                    handle(signal);
                }
                timers.takeDue(System.nanoTime()).ifPresent(this::due);
                show();
            }
        } finally {
            stop();
        }
    }

    private void handle(DiscordSignal signal) {
        switch (signal) {
            case DiscordSignal.Addressed(AddressAnswer answer) -> {
                if (answer instanceof AddressAnswer.Problem problem) {
                    shown = problem.why();
                }
                give(new DiscordGatewayInput.Addressed(answer));
            }
            case DiscordSignal.Text(DiscordSocket from, String text) -> {
                if (from == socket) {
                    size = text.getBytes(StandardCharsets.UTF_8).length;
                    give(new DiscordGatewayInput.Received(
                            DiscordFrame.read(text), ThreadLocalRandom.current().nextDouble()));
                }
            }
            case DiscordSignal.Ended(DiscordSocket from, Integer code, String why) -> {
                if (from == socket) {
                    shown = code == null ? why : DiscordCloseCode.of(code).why();
                    forgetSocket();
                    give(new DiscordGatewayInput.Closed(code));
                }
            }
            case DiscordSignal.Taken(String sessionId, long sequence, int bytes) -> taken(sessionId, sequence, bytes);
            case DiscordSignal.Recorded(boolean isStored) -> progress.recorded(isStored);
        }
    }

    private void due(DiscordTimers.Timer timer) {
        switch (timer) {
            case HEARTBEAT -> {
                if (isPaused) {
                    // While nothing is read, an acknowledgement that does not arrive means nothing.
                    give(new DiscordGatewayInput.Received(new DiscordFrame.HeartbeatAcknowledgement(), 0));
                }
                give(new DiscordGatewayInput.HeartbeatDue());
            }
            case GREETING -> give(new DiscordGatewayInput.GreetingOverdue());
            case START -> give(new DiscordGatewayInput.Start());
            case RECORD -> progress.record(visible);
        }
    }

    private void give(DiscordGatewayInput input) {
        DiscordGatewayMachine.Step step = DiscordGatewayMachine.on(state, input);
        state = step.state();
        progress.follow(state);
        if (!(state instanceof DiscordGatewayState.Connecting)) {
            timers.cancel(DiscordTimers.Timer.GREETING);
        }
        step.effects().forEach(this::perform);
    }

    private void perform(DiscordGatewayEffect effect) {
        switch (effect) {
            case DiscordGatewayEffect.RequestAddress request ->
                transport.address().subscribe().with(answer -> signals.add(new DiscordSignal.Addressed(answer)));
            case DiscordGatewayEffect.Connect(String url) -> {
                socket = transport.connect(url, signals::add);
                set(DiscordTimers.Timer.GREETING, DiscordGatewayMachine.GREETING_LIMIT);
            }
            case DiscordGatewayEffect.Identify identify ->
                write(DiscordFrame.identify(transport.token(), DiscordIntents.ALL));
            case DiscordGatewayEffect.Resume(DiscordSession resumed) ->
                write(DiscordFrame.resume(transport.token(), resumed));
            case DiscordGatewayEffect.Heartbeat(Long sequence) ->
                write(DiscordFrame.heartbeat(progress.acknowledged(sequence)));
            case DiscordGatewayEffect.ScheduleHeartbeat(Duration after) -> set(DiscordTimers.Timer.HEARTBEAT, after);
            case DiscordGatewayEffect.Deliver(DiscordDispatch dispatch) -> deliver(dispatch);
            case DiscordGatewayEffect.Close(int code, String why) -> {
                shown = why;
                close(code, why);
            }
            case DiscordGatewayEffect.StartLater(Duration least, Duration most) ->
                set(DiscordTimers.Timer.START, between(least, most));
            case DiscordGatewayEffect.Stop(String why) -> {
                shown = why;
                close(DiscordCloseCode.RESUMABLE, why);
            }
        }
    }

    private static Duration between(Duration least, Duration most) {
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(least.toMillis(), most.toMillis() + 1));
    }

    private void deliver(DiscordDispatch dispatch) {
        progress.received(dispatch);
        events.begin(dispatch, progress.userId(), size);
        DiscordSocket open = socket;
        if (open != null && !isPaused && events.isFull()) {
            isPaused = true;
            open.pause();
        }
    }

    private void taken(String sessionId, long sequence, int bytes) {
        events.ended(bytes);
        progress.published(sessionId, sequence);
        DiscordSocket open = socket;
        if (open != null && isPaused && !events.isFull()) {
            isPaused = false;
            open.resume();
        }
    }

    /** Logs a problem when it is another one than the last. */
    private void show() {
        boolean isConnected = state instanceof DiscordGatewayState.Established;
        if (isConnected) {
            shown = null;
        }
        String problem = shown == null
                ? null
                : state instanceof DiscordGatewayState.Stopped
                        ? "the platform refuses the connection: " + shown
                        : "there is no connection now, it is tried again: " + shown;
        ConnectionState next = new ConnectionState(isConnected, problem);
        if (!next.equals(visible)) {
            visible = next;
            if (isConnected) {
                LOG.infof("connected: botId=%s", botId);
            } else if (problem != null) {
                LOG.warnf("botId=%s %s", botId, problem);
            }
        }
        progress.plan(visible);
    }

    /** The supervisor interrupts its thread again and again, so what is left to do runs on another one. It takes a few seconds at most. */
    private void stop() {
        Thread ending = Thread.ofVirtual().name("end-" + botId).start(this::end);
        boolean wasInterrupted = false;
        while (ending.isAlive()) {
            try {
                ending.join();
            } catch (InterruptedException again) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the connection, and leaves the next holder the sequence after the events that are taken in. */
    private void end() {
        close(DiscordCloseCode.RESUMABLE, "the holder stops");
        events.awaitEnd(STOP_TIMEOUT);
        for (DiscordSignal signal = signals.poll(); signal != null; signal = signals.poll()) {
            if (signal instanceof DiscordSignal.Taken(String sessionId, long sequence, int bytes)) {
                taken(sessionId, sequence, bytes);
            }
        }
        visible = new ConnectionState(false, visible.problem());
        progress.recordLast(visible);
    }

    private void close(int code, String why) {
        DiscordSocket open = socket;
        forgetSocket();
        if (open != null) {
            open.close(code, why);
        }
    }

    private void forgetSocket() {
        socket = null;
        isPaused = false;
        timers.cancel(DiscordTimers.Timer.HEARTBEAT);
        timers.cancel(DiscordTimers.Timer.GREETING);
    }

    private void set(DiscordTimers.Timer timer, Duration after) {
        timers.set(timer, System.nanoTime(), after);
    }

    private void write(String text) {
        if (socket != null) {
            socket.write(text);
        }
    }
}
