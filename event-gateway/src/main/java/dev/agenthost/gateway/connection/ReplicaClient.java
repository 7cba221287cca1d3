package dev.agenthost.gateway.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import java.net.URI;

/** Passes calls to another replica. */
public interface ReplicaClient {
    /** Lets that replica make the call over a connection of its own, and of no further replica. Never fails. */
    Uni<ConnectionCallResult> call(URI replica, String botId, String action, ObjectNode parameters);
}
