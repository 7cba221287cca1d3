package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.connection.BotConnections;
import dev.agenthost.gateway.connection.ConnectionCallResult;
import dev.agenthost.gateway.connection.ConnectionCalls;
import dev.agenthost.gateway.connection.ConnectionDirectory;
import dev.agenthost.gateway.connection.ReplicaClient;
import dev.agenthost.gateway.connection.http.HttpReplicaClient;
import dev.agenthost.gateway.connection.postgres.PostgresConnectionDirectory;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Composes the calls over connections of bots. Nothing of it connects to the database before a bot has such a connection. */
@Singleton
class ConnectionWiring {
    private static final int CONNECTIONS = 32;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    /** Longer than a call over a connection may take. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(35);

    @Produces
    @Singleton
    BotConnections connections() {
        return new BotConnections();
    }

    @Produces
    @Singleton
    ConnectionDirectory directory(Pool pool) {
        return new PostgresConnectionDirectory(pool);
    }

    @Produces
    @Singleton
    ConnectionCalls connectionCalls(
            Vertx vertx,
            BotConnections connections,
            ConnectionDirectory directory,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey,
            GatewaySettings settings) {
        EgressClient internal = new EgressClient(vertx, new AddressPolicy(true), CONNECTIONS, CONNECT_TIMEOUT);
        ReplicaClient replicas = internalKey
                .<ReplicaClient>map(key -> new HttpReplicaClient(internal, key, ANSWER_TIMEOUT))
                .orElse((replica, botId, action, parameters) ->
                        Uni.createFrom().item(new ConnectionCallResult.NotMade("agenthost.internal-key is needed")));
        return new ConnectionCalls(connections, directory, replicas, settings.replicaUrl());
    }
}
