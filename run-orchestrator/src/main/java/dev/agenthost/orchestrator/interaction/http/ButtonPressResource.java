package dev.agenthost.orchestrator.interaction.http;

import dev.agenthost.orchestrator.interaction.SubmissionOutcome;
import dev.agenthost.orchestrator.interaction.SubmissionService;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Accepts the buttons that persons press on the platforms of bots, from event-gateway. */
@Path("/internal/v1/button-presses")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class ButtonPressResource {
    private final SubmissionService service;

    ButtonPressResource(SubmissionService service) {
        this.service = service;
    }

    @POST
    @Operation(hidden = true)
    public Uni<byte[]> press(byte[] json) throws UndecodableException {
        return service.press(ProtocolCodec.decode(json, ButtonPress.class))
                .map(outcome -> ProtocolCodec.encode(new ButtonPressResult(result(outcome))));
    }

    static Outcome result(SubmissionOutcome outcome) {
        return switch (outcome) {
            case SubmissionOutcome.Accepted accepted -> Outcome.ACCEPTED;
            // The button of a question with fields opens a form, so an incomplete response is a forged press.
            case SubmissionOutcome.Unknown unknown -> Outcome.UNKNOWN;
            case SubmissionOutcome.Invalid invalid -> Outcome.UNKNOWN;
            case SubmissionOutcome.NotAsked notAsked -> Outcome.NOT_ASKED;
            case SubmissionOutcome.AnsweredBefore before -> Outcome.ANSWERED;
            case SubmissionOutcome.Expired expired -> Outcome.EXPIRED;
        };
    }
}
