package dev.agenthost.orchestrator.interaction.http;

import dev.agenthost.orchestrator.interaction.QuestionRepository;
import dev.agenthost.orchestrator.interaction.StoredQuestion;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.InteractionRequest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Lists the questions of a run, for a surface that did not see them come; with their tokens if the caller may respond. A run of another
 * workspace has none.
 */
@Path("/api/v1/runs/{run_id}/interactions")
@Tag(name = "runs")
@Produces(MediaType.APPLICATION_JSON)
public class QuestionsResource {
    private final QuestionRepository repository;
    private final RequestCaller caller;

    /**
     * @param token null if the caller may not respond
     * @param response null while there is none
     */
    public record QuestionView(
            InteractionRequest request,
            @Nullable String token,
            List<String> actorIds,
            @Nullable InteractionSubmission response,
            @Nullable String respondedBy) {
        static QuestionView of(StoredQuestion stored, boolean mayRespond) {
            StoredQuestion.Response response = stored.response();
            return new QuestionView(
                    stored.question().request(),
                    mayRespond ? stored.token() : null,
                    stored.question().actors(),
                    response == null ? null : response.submission(),
                    response == null ? null : response.actorId());
        }
    }

    /** @param items the oldest first, at most 100 */
    public record QuestionList(List<QuestionView> items) {}

    @Inject
    public QuestionsResource(QuestionRepository repository, RequestCaller caller) {
        this.repository = repository;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.FETCH)
    @Operation(operationId = "listInteractions", summary = "List the questions of a run, with their responses")
    @APIResponse(
            responseCode = "200",
            description = "The questions, oldest first, at most 100. Empty for an unknown run",
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "QuestionList")))
    @APIResponse(responseCode = "404", description = "The run_id is not a valid id of a run")
    public Uni<byte[]> list(@Parameter(ref = "run_id") @PathParam("run_id") String run) {
        RunId runId =
                RunId.read(run).orElseThrow(() -> new ProblemException(FailureCode.NOT_FOUND, "There is no such run."));
        Set<String> bots = caller.speaksFor();
        boolean mayRespond = caller.may(AccessRight.SAY);
        return repository
                .list(new RunKey(caller.workspaceId(), runId))
                .map(stored -> new QuestionList(stored.stream()
                        .filter(question -> question.isVisibleTo(bots))
                        .map(question -> QuestionView.of(question, mayRespond))
                        .toList()))
                .map(ProtocolCodec::encode);
    }
}
