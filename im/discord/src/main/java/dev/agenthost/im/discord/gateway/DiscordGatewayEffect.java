package dev.agenthost.im.discord.gateway;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An effect that the holder of the connection performs, in the order of its step. */
public sealed interface DiscordGatewayEffect {
    /** Request an address ({@link DiscordGatewayAnswer#PATH}). */
    record RequestAddress() implements DiscordGatewayEffect {}

    /** Open a connection. */
    record Connect(String url) implements DiscordGatewayEffect {}

    /** Send {@link DiscordFrame#identify}. */
    record Identify() implements DiscordGatewayEffect {}

    /** Send {@link DiscordFrame#resume}. */
    record Resume(DiscordSession session) implements DiscordGatewayEffect {}

    /** Send {@link DiscordFrame#heartbeat}. */
    record Heartbeat(@Nullable Long sequence) implements DiscordGatewayEffect {}

    /** Give {@link DiscordGatewayInput.HeartbeatDue} after this time, in the place of one that is scheduled. */
    record ScheduleHeartbeat(Duration after) implements DiscordGatewayEffect {}

    /** Publish an event, and then store its sequence. */
    record Deliver(DiscordDispatch dispatch) implements DiscordGatewayEffect {}

    /**
     * Close the connection, and cancel its heartbeat.
     *
     * @param why a phrase for the log and the health of the bot
     */
    record Close(int code, String why) implements DiscordGatewayEffect {}

    /** Give {@link DiscordGatewayInput.Start} at random between these times. */
    record StartLater(Duration least, Duration most) implements DiscordGatewayEffect {}

    /**
     * The platform admits no connection until a person changes something.
     *
     * @param why a phrase for the log and the health of the bot
     */
    record Stop(String why) implements DiscordGatewayEffect {}
}
