package dev.agenthost.im.discord.gateway;

import dev.agenthost.im.chat.connection.AddressAnswer;
import org.jspecify.annotations.Nullable;

/** An input of {@link DiscordGatewayMachine}. Inputs of a connection that the machine has closed are not given to it. */
public sealed interface DiscordGatewayInput {
    /** Connect: at the beginning, and when the time of {@link DiscordGatewayEffect.StartLater} has passed. */
    record Start() implements DiscordGatewayInput {}

    /** The answer to the request for an address. */
    record Addressed(AddressAnswer answer) implements DiscordGatewayInput {}

    /**
     * A message arrived.
     *
     * @param jitter random, from 0 to 1
     */
    record Received(DiscordFrame frame, double jitter) implements DiscordGatewayInput {}

    /** The time of {@link DiscordGatewayEffect.ScheduleHeartbeat} has passed. */
    record HeartbeatDue() implements DiscordGatewayInput {}

    /** No greeting arrived within {@link DiscordGatewayMachine#GREETING_LIMIT} of the request for a connection. */
    record GreetingOverdue() implements DiscordGatewayInput {}

    /**
     * The connection ended, or could not be opened.
     *
     * @param code of the platform; null for none
     */
    record Closed(@Nullable Integer code) implements DiscordGatewayInput {}
}
