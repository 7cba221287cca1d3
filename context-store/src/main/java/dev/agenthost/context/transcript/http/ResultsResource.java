package dev.agenthost.context.transcript.http;

import dev.agenthost.context.transcript.RunResultRepository;
import dev.agenthost.protocol.store.history.RunResultsAnswer;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Serves the results of a run to run-orchestrator, which has checked the run's owner. A run without stored results, or of another
 * workspace, has an empty page. Errors: a limit outside 1 to 100, an invalid position, a NUL (400, the field named).
 */
@Path("/internal/v1/runs/results")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "runs")
public class ResultsResource {
    private final RunResultRepository results;

    ResultsResource(RunResultRepository results) {
        this.results = results;
    }

    @POST
    @Operation(
            operationId = "pageRunResults",
            summary = "List the results of a run without its deltas, ordered by position, in pages",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "RunResultsQuestion")
    @APIResponse(responseCode = "200", ref = "RunResults")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<RunResultsAnswer> page(RunResultsQuestion question) {
        ConversationRequestValidation.fitting(question.workspaceId(), "workspace_id");
        return results.page(question);
    }
}
