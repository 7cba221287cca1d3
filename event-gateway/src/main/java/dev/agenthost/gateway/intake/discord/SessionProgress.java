package dev.agenthost.gateway.intake.discord;

import dev.agenthost.gateway.intake.connection.ConnectionState;
import dev.agenthost.gateway.polling.ConnectionRecord;
import dev.agenthost.gateway.polling.ConnectionRecorder;
import dev.agenthost.im.discord.gateway.DiscordDispatch;
import dev.agenthost.im.discord.gateway.DiscordGatewayState;
import dev.agenthost.im.discord.gateway.DiscordSession;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The session of a connection, with the sequence up to which its events are published, and its record for the next holder. It is recorded
 * when it begins, and then at most once in an interval. Used by the thread of the connection.
 */
final class SessionProgress {
    private static final Duration RECORD_INTERVAL = Duration.ofSeconds(1);

    private final ConnectionRecorder recorder;
    private final DiscordTimers timers;
    private final Consumer<DiscordSignal> signals;

    private @Nullable DiscordSession session;
    private @Nullable PublishedSequence published;
    private boolean isRecording;
    private @Nullable ConnectionRecord recorded;
    private @Nullable String recordedSession;
    private long recordedAt = System.nanoTime() - RECORD_INTERVAL.toNanos();

    /** @param session that the last holder recorded; null for none */
    SessionProgress(
            ConnectionRecorder recorder,
            DiscordTimers timers,
            Consumer<DiscordSignal> signals,
            @Nullable DiscordSession session) {
        this.recorder = recorder;
        this.timers = timers;
        this.signals = signals;
        this.session = session;
        if (session != null) {
            published = new PublishedSequence(session.id(), session.sequence());
            recordedSession = session.id();
        }
    }

    /** Follows the session of a state: there is none while another one is about to begin. */
    void follow(DiscordGatewayState state) {
        session = switch (state) {
            case DiscordGatewayState.Idle idle -> idle.session();
            case DiscordGatewayState.Connecting connecting -> connecting.session();
            case DiscordGatewayState.Handshake handshake -> handshake.session();
            case DiscordGatewayState.Established established -> established.session();
            case DiscordGatewayState.Stopped stopped -> session;
        };
    }

    /** Returns the account of the bot; null if no session named it. */
    @Nullable
    String userId() {
        return session == null ? null : session.userId();
    }

    void received(DiscordDispatch dispatch) {
        if (published == null || !published.isOf(dispatch.sessionId())) {
            published = new PublishedSequence(dispatch.sessionId(), dispatch.sequence() - 1);
        }
        published.received(dispatch.sequence());
    }

    void published(String sessionId, long sequence) {
        if (published != null && published.isOf(sessionId)) {
            published.published(sequence);
        }
    }

    /**
     * Returns the sequence for a heartbeat: of the last event that is published, because the platform may forget those before it.
     *
     * @param received of the last event that arrived; null for none
     */
    @Nullable
    Long acknowledged(@Nullable Long received) {
        return received == null || published == null ? received : Long.valueOf(published.value());
    }

    /** Lets the record follow. */
    void plan(ConnectionState visible) {
        if (isRecording || current(visible).equals(recorded)) {
            return;
        }
        if (session != null && !session.id().equals(recordedSession)) {
            recordedSession = session.id();
            timers.set(DiscordTimers.Timer.RECORD, recordedAt, Duration.ZERO);
        }
        timers.setIfIdle(DiscordTimers.Timer.RECORD, recordedAt, RECORD_INTERVAL);
    }

    /** Begins to record; {@link DiscordSignal.Recorded} is its end. One is under way at a time. */
    void record(ConnectionState visible) {
        ConnectionRecord next = current(visible);
        if (isRecording || next.equals(recorded)) {
            return;
        }
        isRecording = true;
        recorded = next;
        recordedAt = System.nanoTime();
        recorder.store(next).subscribe().with(isStored -> signals.accept(new DiscordSignal.Recorded(isStored)));
    }

    /** @param isStored false to record again */
    void recorded(boolean isStored) {
        isRecording = false;
        recorded = isStored ? recorded : null;
    }

    /** Records the end of the holder, after the record that is under way. Blocks for a short time. */
    void recordLast(ConnectionState visible) {
        recorder.storeLast(current(visible));
    }

    private ConnectionRecord current(ConnectionState visible) {
        String position = session == null || published == null
                ? null
                : session.asOf(published.value()).json().toString();
        return new ConnectionRecord(position, visible.isConnected(), visible.problem());
    }
}
