package dev.agenthost.orchestrator.interaction.http;

import dev.agenthost.orchestrator.interaction.FormOutcome;
import dev.agenthost.orchestrator.interaction.SubmissionOutcome;
import dev.agenthost.orchestrator.interaction.SubmissionService;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.bot.FormSubmissionResult;
import dev.agenthost.protocol.bot.FormSubmissionResult.InvalidValue;
import dev.agenthost.protocol.bot.QuestionFormResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Answers the forms of questions, and accepts those that persons have filled in on the platforms of bots, from event-gateway. */
@Path("/internal/v1/question-forms")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class QuestionFormResource {
    /** Begins the path of a value in a request. */
    private static final String VALUES = "values.";

    private final SubmissionService service;

    QuestionFormResource(SubmissionService service) {
        this.service = service;
    }

    /** Answers the question of a pressed button, or the reason why the person cannot respond to it. */
    @POST
    @Operation(hidden = true)
    public Uni<byte[]> open(byte[] json) throws UndecodableException {
        return service.openForm(ProtocolCodec.decode(json, ButtonPress.class))
                .map(outcome -> ProtocolCodec.encode(
                        switch (outcome) {
                            case FormOutcome.Open(var question) -> new QuestionFormResult(null, question);
                            case FormOutcome.Refused(var reason) ->
                                new QuestionFormResult(ButtonPressResource.result(reason), null);
                        }));
    }

    @POST
    @Path("/submissions")
    @Operation(hidden = true)
    public Uni<byte[]> submit(byte[] json) throws UndecodableException {
        return service.submitForm(ProtocolCodec.decode(json, FormSubmission.class))
                .map(outcome -> ProtocolCodec.encode(result(outcome)));
    }

    private static FormSubmissionResult result(SubmissionOutcome outcome) {
        return outcome instanceof SubmissionOutcome.Invalid(String field, String why) && field.startsWith(VALUES)
                ? new FormSubmissionResult(null, new InvalidValue(field.substring(VALUES.length()), why))
                : new FormSubmissionResult(ButtonPressResource.result(outcome), null);
    }
}
