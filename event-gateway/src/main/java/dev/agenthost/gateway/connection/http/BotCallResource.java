package dev.agenthost.gateway.connection.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.connection.ConnectionCallResult;
import dev.agenthost.gateway.connection.ConnectionCalls;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls over the connections of bots, for delivery-service. Its requests and responses are those of the HTTP API of OneBot
 * (https://github.com/botuniverse/onebot-11/blob/master/communication/http.md), with two more statuses: 421 for a call that was not made, 504
 * for one without an answer.
 */
@Path("/internal/v1/onebot/{bot_id}/{action}")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class BotCallResource {
    /** The header of a call that another replica passes on; it is not passed on again. */
    static final String PASSED_ON = "Agenthost-Passed-On";

    /** Misdirected Request: this host holds no connection for it. */
    static final int NOT_MADE = 421;

    private static final int NO_ANSWER = 504;
    private static final String ACTION = "[a-z_]{1,64}";

    private final ConnectionCalls calls;

    BotCallResource(ConnectionCalls calls) {
        this.calls = calls;
    }

    static String path(String botId, String action) {
        return "/internal/v1/onebot/" + botId + "/" + action;
    }

    @POST
    @Operation(hidden = true)
    public Uni<Response> call(
            @PathParam("bot_id") String botId,
            @PathParam("action") String action,
            @HeaderParam(PASSED_ON) @Nullable String passedOn,
            byte[] json)
            throws UndecodableException {
        if (!action.matches(ACTION) || !(ProtocolCodec.readTree(json) instanceof ObjectNode parameters)) {
            throw problem(400, FailureCode.INVALID_ARGUMENT, "The body must be an object, and the action a name.");
        }
        Uni<ConnectionCallResult> result =
                passedOn == null ? calls.call(botId, action, parameters) : calls.callHere(botId, action, parameters);
        return result.map(BotCallResource::response);
    }

    private static Response response(ConnectionCallResult result) {
        return switch (result) {
            case ConnectionCallResult.Answered(int status, ObjectNode answer) ->
                Response.status(status).entity(ProtocolCodec.encode(answer)).build();
            case ConnectionCallResult.NotMade(String why) -> throw problem(NOT_MADE, FailureCode.NOT_FOUND, why);
            case ConnectionCallResult.NoAnswer(String why) ->
                throw problem(NO_ANSWER, FailureCode.DEADLINE_EXCEEDED, why);
        };
    }

    private static ProblemException problem(int status, FailureCode code, String detail) {
        return new ProblemException(Problem.withStatus(status, code, detail, null), null);
    }
}
