package dev.agenthost.orchestrator.interaction.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.interaction.Submission;
import dev.agenthost.orchestrator.interaction.SubmissionOutcome;
import dev.agenthost.orchestrator.interaction.SubmissionService;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.platform.rest.JsonProblems;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Accepts a person's response to a question of a run. A repetition of the same response has the same result. */
@Path("/api/v1/runs/{run_id}/interactions/{interaction_id}")
@Tag(name = "runs")
@Produces(MediaType.APPLICATION_JSON)
public class SubmissionResource {
    private final SubmissionService service;
    private final RequestCaller caller;

    /** The request body; see {@link Submission}. */
    public record InteractionResponse(
            @Nullable String token,
            @Nullable String actionId,
            @Nullable ObjectNode values,
            @Nullable String actorId) {}

    /** @param runId of the run that the response starts */
    public record ResponseAccepted(EventId eventId, RunId runId, Instant submittedAt) {}

    @Inject
    public SubmissionResource(SubmissionService service, RequestCaller caller) {
        this.service = service;
        this.caller = caller;
    }

    @POST
    @RequiredRight(AccessRight.SAY)
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "submitInteraction",
            summary = "Respond to a question of a run",
            description = "Only the first response is accepted. It becomes the event "
                    + "interaction.submitted, which starts a run of the same runner.")
    @RequestBody(
            required = true,
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "InteractionResponse")))
    @APIResponse(
            responseCode = "202",
            description = "The response is stored",
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "ResponseAccepted")))
    @APIResponse(
            responseCode = "400",
            description = "The response does not match the question; the problem names the field")
    @APIResponse(responseCode = "403", description = "The actor may not respond to the question")
    @APIResponse(
            responseCode = "404",
            description = "No question with this id exists in the run, or the token is wrong")
    @APIResponse(responseCode = "409", description = "The question already has another response")
    @APIResponse(responseCode = "410", description = "The question has expired")
    public Uni<Response> submit(
            @Parameter(ref = "run_id") @PathParam("run_id") String run,
            @Parameter(description = "The interaction_id of the question") @PathParam("interaction_id")
                    String interactionId,
            byte[] json)
            throws UndecodableException {
        InteractionResponse body = ProtocolCodec.decode(ProtocolCodec.readTree(json), InteractionResponse.class);
        RunId runId = RunId.read(run).orElseThrow(SubmissionResource::unknown);
        if (body.token() == null || body.token().isBlank()) {
            throw new ProblemException(JsonProblems.invalid("", "token", "is missing"), null);
        }
        Submission submission = new Submission(
                body.token(),
                body.actionId(),
                body.values() == null ? JsonNodeFactory.instance.objectNode() : body.values(),
                body.actorId(),
                caller.keyId());
        return service.submit(new RunKey(caller.workspaceId(), runId), interactionId, submission, caller.speaksFor())
                .map(SubmissionResource::answer);
    }

    private static Response answer(SubmissionOutcome outcome) {
        return switch (outcome) {
            case SubmissionOutcome.Accepted accepted ->
                Response.accepted(ProtocolCodec.encode(
                                new ResponseAccepted(accepted.eventId(), accepted.runId(), accepted.submittedAt())))
                        .build();
            case SubmissionOutcome.Unknown unknown -> throw unknown();
            case SubmissionOutcome.NotAsked notAsked ->
                throw new ProblemException(
                        FailureCode.FORBIDDEN,
                        "The question names others. Give the actor_id of one of them.",
                        "actor_id");
            case SubmissionOutcome.AnsweredBefore(String actor, Instant at) ->
                throw new ProblemException(
                        FailureCode.CONFLICT,
                        "Another response came first, at " + at + (actor == null ? "." : ", by " + actor + "."));
            case SubmissionOutcome.Expired(Instant at) ->
                throw new ProblemException(
                        FailureCode.GONE,
                        "The question is closed since " + at
                                + ": it expired or was withdrawn, or its run was cancelled or failed.");
            case SubmissionOutcome.Invalid(String field, String why) ->
                throw new ProblemException(JsonProblems.invalid("", field, why), null);
        };
    }

    private static ProblemException unknown() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such question, or its token is another.");
    }
}
