package dev.agenthost.gateway.intake.connection;

import java.util.Optional;

/** The connections of this replica. */
public interface ConnectionStates {
    /** Returns the state of the connection of a bot; empty for a bot that has none, as it is known here. */
    Optional<ConnectionState> of(String botId);
}
