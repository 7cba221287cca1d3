package dev.agenthost.gateway.connection;

import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.util.Optional;

/**
 * The replicas that hold the connections of bots. An entry may be out of date: the replica itself knows whether it has the connection, so a
 * wrong entry delays a call and never doubles one.
 */
public interface ConnectionDirectory {
    /** Enters the replica as the one that holds the bot's newest connection. */
    Uni<Void> enter(BotConnection connection, URI replica);

    /** Enters the replica if the bot has no entry: an older connection counts once the newer one has gone. */
    Uni<Void> keep(BotConnection connection, URI replica);

    /** Removes the entry of that connection, unless a later one was entered. */
    Uni<Void> remove(BotConnection connection);

    /** Removes the entry of a replica that is gone or has no connection of the bot. */
    Uni<Void> remove(String botId, URI replica);

    /** Returns the address of the replica with the bot's newest connection; empty if there is none. */
    Uni<Optional<URI>> replicaOf(String botId);
}
