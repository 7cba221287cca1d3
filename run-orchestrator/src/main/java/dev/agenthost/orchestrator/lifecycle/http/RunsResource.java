package dev.agenthost.orchestrator.lifecycle.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.run.RunCursor;
import dev.agenthost.orchestrator.run.RunListQuery;
import dev.agenthost.orchestrator.run.RunRepository;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The runs of the key's workspace, newest first. */
@Path("/api/v1/runs")
@Tag(name = "runs")
@Produces(MediaType.APPLICATION_JSON)
public class RunsResource {
    private final RunRepository repository;
    private final RequestCaller caller;

    @Inject
    public RunsResource(RunRepository repository, RequestCaller caller) {
        this.repository = repository;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listRuns", summary = "List the runs of the key's workspace, newest first, in pages")
    @APIResponse(responseCode = "200", ref = "Runs")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<byte[]> list(@BeanParam RunListParameters parameters) {
        int limit = parameters.limit();
        return repository
                .page(new RunListQuery(
                        caller.workspaceId(), parameters.filter(caller.workspaceId()), parameters.before(), limit + 1))
                .map(found -> ProtocolCodec.encode(page(found, limit)));
    }

    /** One run more than the limit means that another page follows. */
    private static ObjectNode page(List<RunView> found, int limit) {
        boolean more = found.size() > limit;
        List<RunView> shown = more ? found.subList(0, limit) : found;
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        ArrayNode items = page.putArray("items");
        shown.forEach(run -> items.add(RunDocument.of(run)));
        if (more) {
            page.put("next_cursor", RunCursor.of(shown.getLast()).cursor());
        }
        return page;
    }
}
