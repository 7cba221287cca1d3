package dev.agenthost.delivery.takeover.http;

import dev.agenthost.delivery.takeover.TakeoverCommandService;
import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Accepts the commands of operators in chats, from event-gateway. */
@Path("/internal/v1/takeover-commands")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class TakeoverCommandResource {
    private final TakeoverCommandService service;

    TakeoverCommandResource(TakeoverCommandService service) {
        this.service = service;
    }

    @POST
    @Operation(hidden = true)
    public Uni<byte[]> execute(byte[] json) throws UndecodableException {
        return service.execute(ProtocolCodec.decode(json, TakeoverCommand.class))
                .map(ProtocolCodec::encode);
    }
}
