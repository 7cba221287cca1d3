package dev.agenthost.context.semanticsearch.http;

import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.semanticsearch.vectorindex.Retrieval;
import dev.agenthost.context.semanticsearch.vectorindex.RetrievalScope;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.knowledge.KnowledgeAnswer;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
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
import org.jboss.logging.Logger;

/**
 * Retrieves passages of knowledge for run-orchestrator on behalf of a runner.
 *
 * <p>Errors: a missing or too long query, invalid filters, a NUL (400); an unknown knowledge base, or one of another workspace (404).
 */
@Path("/internal/v1/knowledge")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "knowledge")
public class RetrievalResource {
    private static final Logger LOG = Logger.getLogger(RetrievalResource.class);

    private final Retrieval retrieval;

    RetrievalResource(Retrieval retrieval) {
        this.retrieval = retrieval;
    }

    @POST
    @Path("retrieve")
    @Operation(
            operationId = "retrieveKnowledge",
            summary = "Retrieve the best matching passages of knowledge bases",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "KnowledgeQuestion")
    @APIResponse(responseCode = "200", ref = "KnowledgeAnswer")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    public Uni<KnowledgeAnswer> retrieve(KnowledgeQuestion question) {
        fits(question.workspaceId(), "workspace_id");
        question.kbIds().forEach(id -> fits(id, "kb_ids"));
        RetrievalScope scope = new RetrievalScope(question.workspaceId(), question.kbIds(), question.filters());
        return retrieval.find(scope, question.query(), question.topK()).map(outcome -> switch (outcome) {
            case Retrieval.Outcome.Found found -> {
                LOG.debugf(
                        "runId=%s knowledgeBaseIds=%s botId=%s senderId=%s conversationId=%s passages=%d",
                        question.runId(),
                        question.kbIds(),
                        question.botId(),
                        question.senderId(),
                        question.session(),
                        found.passages().size());
                yield new KnowledgeAnswer(found.passages());
            }
            case Retrieval.Outcome.NoBase none ->
                throw new ProblemException(FailureCode.NOT_FOUND, "There is no such knowledge base.", "kb_ids");
        });
    }

    private static void fits(String text, String field) {
        if (!StoredText.fits(text)) {
            throw new InvalidFieldException(field, StoredText.WHY);
        }
    }
}
