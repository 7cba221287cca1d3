package dev.agenthost.gateway.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Makes calls over the connections of bots: over that of this replica, or through the replica that has one. */
public final class ConnectionCalls {
    private static final ConnectionCallResult NO_CONNECTION =
            new ConnectionCallResult.NotMade("The bot has no connection.");

    /** Much shorter than a call: delivery-service must learn that the call was not made before it stops waiting. */
    private static final Duration LOOKUP_TIMEOUT = Duration.ofSeconds(2);

    private final BotConnections connections;
    private final ConnectionDirectory directory;
    private final ReplicaClient replicas;
    private final Optional<URI> self;

    /** @param self the address of this replica; empty if it has none for the other ones, which then pass no calls to it */
    public ConnectionCalls(
            BotConnections connections, ConnectionDirectory directory, ReplicaClient replicas, Optional<URI> self) {
        this.connections = connections;
        this.directory = directory;
        this.replicas = replicas;
        this.self = self;
    }

    /** Makes a call over the connection of this replica, or passes it on once. Never fails. */
    public Uni<ConnectionCallResult> call(String botId, String action, ObjectNode parameters) {
        return callHere(botId, action, parameters)
                .chain(result -> result.equals(NO_CONNECTION) ? passOn(botId, action, parameters) : item(result));
    }

    /** Makes a call over the connection of this replica only. Never fails. */
    public Uni<ConnectionCallResult> callHere(String botId, String action, ObjectNode parameters) {
        return connections
                .of(botId)
                .map(connection -> Uni.createFrom().completionStage(connection.call(action, parameters)))
                .orElseGet(() -> item(NO_CONNECTION));
    }

    private Uni<ConnectionCallResult> passOn(String botId, String action, ObjectNode parameters) {
        return directory
                .replicaOf(botId)
                .ifNoItem()
                .after(LOOKUP_TIMEOUT)
                .fail()
                .onFailure()
                .recoverWithItem(Optional.empty())
                .chain(replica -> replica.filter(address -> !self.equals(Optional.of(address)))
                        .map(address -> passOn(address, botId, action, parameters))
                        .orElseGet(() -> item(NO_CONNECTION)));
    }

    /** An entry that leads nowhere is removed, so that an older connection of the bot at another replica counts. */
    private Uni<ConnectionCallResult> passOn(URI replica, String botId, String action, ObjectNode parameters) {
        return replicas.call(replica, botId, action, parameters)
                .call(result -> result instanceof ConnectionCallResult.NotMade
                        ? directory.remove(botId, replica).onFailure().recoverWithNull()
                        : Uni.createFrom().voidItem());
    }

    private static Uni<ConnectionCallResult> item(ConnectionCallResult result) {
        return Uni.createFrom().item(result);
    }
}
