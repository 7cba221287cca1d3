package dev.agenthost.gateway.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** A connection that the implementation of a bot opened to this replica, and that accepts calls. */
public interface BotConnection {
    String botId();

    /** Returns the id of this connection: a later one of the bot has another. */
    UUID id();

    /**
     * Makes a call, once. Never fails: an error is an outcome.
     *
     * @param action for instance {@code send_group_msg}
     */
    CompletionStage<ConnectionCallResult> call(String action, ObjectNode parameters);
}
