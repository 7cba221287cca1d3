package dev.agenthost.gateway.intake.connection.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.intake.connection.ConnectionState;
import dev.agenthost.gateway.intake.connection.ConnectionStates;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.quarkus.arc.All;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Serves the state of the connection of a bot to delivery-service, which serves the health of bots. */
@Path("/internal/v1/bots/{bot_id}/connection")
@Produces(MediaType.APPLICATION_JSON)
public class BotConnectionResource {
    private final List<ConnectionStates> connections;

    BotConnectionResource(@All List<ConnectionStates> connections) {
        this.connections = connections;
    }

    /** Answers 404 for a bot without such a connection. */
    @GET
    @RunOnVirtualThread
    @Operation(hidden = true)
    public byte[] read(@PathParam("bot_id") String botId) {
        ConnectionState state = connections.stream()
                .flatMap(states -> states.of(botId).stream())
                .findFirst()
                .orElseThrow(ProblemException::notFound);
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("connected", state.isConnected());
        if (state.problem() != null) {
            answer.put("problem", state.problem());
        }
        return ProtocolCodec.encode(answer);
    }
}
