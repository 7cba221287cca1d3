package dev.agenthost.context.semanticsearch.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.semanticsearch.vectorindex.Retrieval;
import dev.agenthost.context.semanticsearch.vectorindex.RetrievalScope;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.knowledge.KnowledgeAnswer;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Searches a knowledge base for a person, with the result that a run would get. */
@Path(KnowledgeBasesResource.PATH + "/{kb_id}/search")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "knowledge")
public class KnowledgeSearchResource {
    private static final Set<String> FIELDS = Set.of("query", "top_k", "filters");

    private final Retrieval retrieval;
    private final RequestCaller caller;

    /** @param topK the number of passages; {@value KnowledgeQuestion#USUAL} if absent */
    record Query(String query, Integer topK, ObjectNode filters) {
        Query {
            query = KnowledgeQuestion.query(query, "query");
            topK = Fields.or(topK, KnowledgeQuestion.USUAL);
            Fields.within(topK, 1, KnowledgeQuestion.MOST, "top_k");
            filters = KnowledgeQuestion.filters(filters);
        }
    }

    KnowledgeSearchResource(Retrieval retrieval, RequestCaller caller) {
        this.retrieval = retrieval;
        this.caller = caller;
    }

    @POST
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "searchKnowledge", summary = "Search a knowledge base; a run receives the same passages")
    @RequestBody(ref = "KnowledgeQuery")
    @APIResponse(responseCode = "200", ref = "KnowledgeAnswer")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    public Uni<Response> search(@Parameter(ref = "kb_id") @PathParam("kb_id") String kb, byte[] body) {
        String kbId = KnowledgeRequestValidation.named(kb);
        Query query = KnowledgeRequestValidation.read(body, Query.class, FIELDS);
        RetrievalScope scope = new RetrievalScope(caller.workspaceId(), List.of(kbId), query.filters());
        return retrieval.find(scope, query.query(), query.topK()).map(outcome -> switch (outcome) {
            case Retrieval.Outcome.Found found ->
                Response.ok(ProtocolCodec.encode(new KnowledgeAnswer(found.passages())))
                        .build();
            case Retrieval.Outcome.NoBase none -> throw ProblemException.notFound();
        });
    }
}
