package dev.agenthost.im.discord.gateway;

import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Close;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Connect;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Deliver;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Heartbeat;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Identify;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.RequestAddress;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Resume;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.ScheduleHeartbeat;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.StartLater;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Stop;
import dev.agenthost.im.discord.gateway.DiscordGatewayState.Connecting;
import dev.agenthost.im.discord.gateway.DiscordGatewayState.Established;
import dev.agenthost.im.discord.gateway.DiscordGatewayState.Handshake;
import dev.agenthost.im.discord.gateway.DiscordGatewayState.HeartbeatState;
import dev.agenthost.im.discord.gateway.DiscordGatewayState.Idle;
import dev.agenthost.im.discord.gateway.DiscordGatewayState.Stopped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the connection of a bot to the gateway (https://docs.discord.com/developers/events/gateway#connection-lifecycle). It has
 * no clock, no random numbers and no I/O: the holder of the connection gives it inputs, one after another, and performs its effects.
 */
public final class DiscordGatewayMachine {
    /** Longest time from the request for a connection to its greeting; the choice of the host. */
    public static final Duration GREETING_LIMIT = Duration.ofSeconds(20);

    /**
     * After so many failures in a row, a session is resumed only when the address was requested before: the answer shows that the platform
     * can be reached. A session that is not resumed then is given up; the page gives it up at once.
     */
    private static final int MOST_RESUMES = 3;

    /** One start of a session is permitted in 5 s (https://docs.discord.com/developers/events/gateway#session-start-limit-object). */
    private static final Duration START_INTERVAL = Duration.ofSeconds(5);

    /** Between two requests for an address that refuse the token; a request costs no start of a session. The choice of the host. */
    private static final Duration REFUSAL_INTERVAL = Duration.ofMinutes(10);

    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 10;

    private DiscordGatewayMachine() {}

    /** The outcome of an input: the next state, and the effects in their order. */
    public record Step(DiscordGatewayState state, List<DiscordGatewayEffect> effects) {
        public Step {
            effects = List.copyOf(effects);
        }
    }

    /** Returns the outcome of an input. One that has no meaning in the state changes nothing. */
    public static Step on(DiscordGatewayState state, DiscordGatewayInput input) {
        return switch (state) {
            case Idle idle -> idle(idle, input);
            case Connecting connecting -> connecting(connecting, input);
            case Handshake handshake -> handshake(handshake, input);
            case Established established -> established(established, input);
            case Stopped stopped -> step(stopped);
        };
    }

    private static Step idle(Idle idle, DiscordGatewayInput input) {
        DiscordSession session = idle.session();
        return switch (input) {
            case DiscordGatewayInput.Start start
            when session != null && idle.failures() < MOST_RESUMES -> resuming(session, idle.failures());
            case DiscordGatewayInput.Start start -> step(idle, new RequestAddress());
            case DiscordGatewayInput.Addressed(AddressAnswer answer) -> addressed(idle, answer);
            default -> step(idle);
        };
    }

    private static Step resuming(DiscordSession session, int failures) {
        return step(new Connecting(session, failures), new Connect(DiscordSession.versioned(session.resumeUrl())));
    }

    /** To resume a session takes none of a day's starts, so the limit of them does not prevent it. */
    private static Step addressed(Idle idle, AddressAnswer answer) {
        DiscordSession session = idle.session();
        int failures = idle.failures();
        return switch (answer) {
            case AddressAnswer.Address address ->
                session == null
                        ? step(new Connecting(null, failures), new Connect(address.url()))
                        : resuming(session, failures);
            case AddressAnswer.Limited(String why, Duration delay) ->
                session == null
                        ? step(idle, new StartLater(delay, delay.plus(START_INTERVAL)))
                        : resuming(session, failures);
            case AddressAnswer.Refused refused ->
                step(idle, new StartLater(REFUSAL_INTERVAL, REFUSAL_INTERVAL.plus(START_INTERVAL)));
            case AddressAnswer.Failed failed -> failed(session, failures, Duration.ZERO);
        };
    }

    private static Step connecting(Connecting connecting, DiscordGatewayInput input) {
        DiscordSession session = connecting.session();
        int failures = connecting.failures();
        return switch (input) {
            case DiscordGatewayInput.Received(DiscordFrame.Hello(Duration interval), double jitter) ->
                step(
                        new Handshake(new HeartbeatState(interval, true), session, failures),
                        new ScheduleHeartbeat(
                                Duration.ofMillis((long) (interval.toMillis() * Math.clamp(jitter, 0, 1)))),
                        session == null ? new Identify() : new Resume(session));
            case DiscordGatewayInput.GreetingOverdue overdue ->
                closing("no greeting arrived", failed(kept(session, failures), failures, Duration.ZERO));
            case DiscordGatewayInput.Closed(Integer code) -> closed(session, failures, Duration.ZERO, code);
            default -> step(connecting);
        };
    }

    /** Returns the session after an attempt that failed; null if the platform could be reached and did not resume it. */
    private static @Nullable DiscordSession kept(@Nullable DiscordSession session, int failures) {
        return failures < MOST_RESUMES ? session : null;
    }

    /**
     * During an outage the platform answers heartbeats and issues a session later
     * (https://docs.discord.com/developers/events/gateway#heartbeat-interval), so nothing but a heartbeat is overdue.
     */
    private static Step handshake(Handshake handshake, DiscordGatewayInput input) {
        HeartbeatState heartbeat = handshake.heartbeat();
        DiscordSession session = handshake.session();
        int failures = handshake.failures();
        return switch (input) {
            case DiscordGatewayInput.Received(DiscordFrame.Dispatch dispatch, double jitter) ->
                session == null
                        ? begun(handshake, dispatch)
                        : delivered(
                                dispatch.type().equals("RESUMED")
                                        ? new Established(heartbeat, session.at(dispatch.sequence()))
                                        : new Handshake(heartbeat, session.at(dispatch.sequence()), failures),
                                session,
                                dispatch);
            case DiscordGatewayInput.Received(DiscordFrame frame, double jitter) ->
                switch (frame) {
                    case DiscordFrame.HeartbeatAcknowledgement acknowledgement ->
                        step(new Handshake(heartbeat.acknowledged(true), session, failures));
                    default -> control(handshake, session, frame);
                };
            case DiscordGatewayInput.HeartbeatDue due ->
                heartbeat.isAcknowledged()
                        ? beaten(new Handshake(heartbeat.acknowledged(false), session, failures), heartbeat, session)
                        : unanswered(handshake);
            case DiscordGatewayInput.Closed(Integer code) -> closed(session, failures, leastDelay(session), code);
            default -> step(handshake);
        };
    }

    private static Step established(Established established, DiscordGatewayInput input) {
        HeartbeatState heartbeat = established.heartbeat();
        DiscordSession session = established.session();
        return switch (input) {
            case DiscordGatewayInput.Received(DiscordFrame.Dispatch dispatch, double jitter) ->
                delivered(new Established(heartbeat, session.at(dispatch.sequence())), session, dispatch);
            case DiscordGatewayInput.Received(DiscordFrame frame, double jitter) ->
                switch (frame) {
                    case DiscordFrame.HeartbeatAcknowledgement acknowledgement ->
                        step(new Established(heartbeat.acknowledged(true), session));
                    default -> control(established, session, frame);
                };
            case DiscordGatewayInput.HeartbeatDue due ->
                heartbeat.isAcknowledged()
                        ? beaten(new Established(heartbeat.acknowledged(false), session), heartbeat, session)
                        : unanswered(established);
            case DiscordGatewayInput.Closed(Integer code) -> ended(session, code);
            default -> step(established);
        };
    }

    private static Step begun(Handshake handshake, DiscordFrame.Dispatch dispatch) {
        if (!dispatch.type().equals("READY")) {
            return step(handshake);
        }
        Optional<DiscordSession> session = DiscordSession.of(dispatch.data(), dispatch.sequence());
        return session.map(begun -> delivered(new Established(handshake.heartbeat(), begun), begun, dispatch))
                .orElseGet(() -> closing("READY has no session", failed(null, handshake.failures(), START_INTERVAL)));
    }

    private static Step delivered(DiscordGatewayState next, DiscordSession session, DiscordFrame.Dispatch dispatch) {
        return step(
                next,
                new Deliver(new DiscordDispatch(session.id(), dispatch.sequence(), dispatch.type(), dispatch.data())));
    }

    private static Step control(DiscordGatewayState state, @Nullable DiscordSession session, DiscordFrame frame) {
        return switch (frame) {
            case DiscordFrame.HeartbeatRequest request -> step(state, new Heartbeat(sequence(session)));
            case DiscordFrame.Reconnect reconnect ->
                again(state, Duration.ZERO, Duration.ZERO, "the platform requests another connection");
            case DiscordFrame.InvalidSession(boolean mayResume) ->
                mayResume
                        ? again(state, FIRST_DELAY, START_INTERVAL, "the session is invalid now")
                        : invalidated(state);
            default -> step(state);
        };
    }

    /** A start that is refused again and again is made less often, because a day has a limited number of them. */
    private static Step invalidated(DiscordGatewayState state) {
        return closing(
                "the session is invalid",
                state instanceof Handshake handshake
                        ? failed(null, handshake.failures(), START_INTERVAL)
                        : step(new Idle(null, 0), new StartLater(START_INTERVAL, START_INTERVAL.multipliedBy(2))));
    }

    private static Step beaten(DiscordGatewayState next, HeartbeatState heartbeat, @Nullable DiscordSession session) {
        return step(next, new Heartbeat(sequence(session)), new ScheduleHeartbeat(heartbeat.interval()));
    }

    /** The connection may be dead (https://docs.discord.com/developers/events/gateway#heartbeat-interval). */
    private static Step unanswered(DiscordGatewayState state) {
        return again(state, Duration.ZERO, FIRST_DELAY, "a heartbeat was not acknowledged");
    }

    /** An established session is resumed without a failure; a handshake that leads to no session is one, or it would be repeated for ever. */
    private static Step again(DiscordGatewayState state, Duration least, Duration most, String why) {
        return switch (state) {
            case Handshake(HeartbeatState heartbeat, DiscordSession session, int failures) ->
                closing(why, failed(kept(session, failures), failures, longer(least, leastDelay(session))));
            case Established established ->
                closing(why, step(new Idle(established.session(), 0), new StartLater(least, most)));
            default -> step(state);
        };
    }

    /** @param session that the handshake was to resume; null for one that took a start of a session */
    private static Duration leastDelay(@Nullable DiscordSession session) {
        return session == null ? START_INTERVAL : Duration.ZERO;
    }

    private static Step closed(@Nullable DiscordSession session, int failures, Duration least, @Nullable Integer code) {
        DiscordCloseCode closed = DiscordCloseCode.of(code);
        return switch (closed.action()) {
            case STOP -> stopped(closed.why());
            case RESUME -> failed(kept(session, failures), failures, least);
            case IDENTIFY -> failed(null, failures, least);
        };
    }

    /** An established connection ends now and then; all replicas of all bots would connect at once. */
    private static Step ended(DiscordSession session, @Nullable Integer code) {
        DiscordCloseCode closed = DiscordCloseCode.of(code);
        boolean isLimited = code != null && code == DiscordCloseCode.RATE_LIMITED;
        Duration least = isLimited ? START_INTERVAL : Duration.ZERO;
        Duration most = isLimited ? START_INTERVAL.multipliedBy(2) : DiscordGatewayAnswer.TIMES.reconnectSpread();
        return switch (closed.action()) {
            case STOP -> stopped(closed.why());
            case RESUME -> step(new Idle(session, 0), new StartLater(least, most));
            case IDENTIFY -> step(new Idle(null, 0), new StartLater(least, most));
        };
    }

    /** Twice as long each time, up to the interval of the host. */
    private static Step failed(@Nullable DiscordSession session, int failures, Duration shortest) {
        Duration least = longer(shortest, backoff(failures).dividedBy(2));
        return step(new Idle(session, failures + 1), new StartLater(least, least.multipliedBy(2)));
    }

    private static Duration backoff(int failures) {
        Duration longest = DiscordGatewayAnswer.TIMES.reconnectInterval();
        Duration delay = FIRST_DELAY.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        return longer(delay, longest).equals(longest) ? delay : longest;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Step stopped(String why) {
        return step(new Stopped(why), new Stop(why));
    }

    private static @Nullable Long sequence(@Nullable DiscordSession session) {
        return session == null ? null : session.sequence();
    }

    private static Step step(DiscordGatewayState state, DiscordGatewayEffect... effects) {
        return new Step(state, List.of(effects));
    }

    private static Step closing(String why, Step step) {
        List<DiscordGatewayEffect> effects = new ArrayList<>(step.effects());
        effects.addFirst(new Close(DiscordCloseCode.RESUMABLE, why));
        return new Step(step.state(), effects);
    }
}
