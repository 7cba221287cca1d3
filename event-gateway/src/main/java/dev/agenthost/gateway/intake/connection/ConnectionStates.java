package dev.agenthost.gateway.intake.connection;

import java.util.Optional;

/** The states of the connections of bots. */
public interface ConnectionStates {
    /** Returns the state of the connection of a bot; empty for a bot that has none, as it is known here. May block for a short time. */
    Optional<ConnectionState> of(String botId);
}
