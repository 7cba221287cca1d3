package dev.agenthost.orchestrator.runner.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.ConnectionRepository;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;

/** The runners that may serve the caller's workspace, on any connection; the same from every replica. */
@Path("/api/v1/runners")
@Tag(name = "runners")
public class RunnersResource {
    private final ConnectionRepository board;
    private final RequestCaller caller;

    RunnersResource(ConnectionRepository board, RequestCaller caller) {
        this.board = board;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "listRunners", summary = "List the connected runners that may serve this workspace")
    @APIResponse(responseCode = "200", ref = "Runners")
    public Uni<ObjectNode> list() {
        return board.overview(caller.workspaceId()).map(overview -> {
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            ArrayNode runners = answer.putArray("runners");
            overview.runners().forEach(entry -> runners.add(runner(entry)));
            ArrayNode refused = answer.putArray("refused");
            overview.refused().forEach(one -> refused.addObject()
                    .put("plugin", one.plugin())
                    .put("runner", one.runner().runner())
                    .put("reason", one.runner().reason())
                    .put("connected", one.connected()));
            return answer;
        });
    }

    /** Refreshes plugins on all replicas, one refresh at a time. Active runs keep their grant. */
    @POST
    @Path("refresh")
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(
            operationId = "refreshRunners",
            summary = "Refresh the runners of the plugins that may serve this workspace")
    @APIResponse(responseCode = "202", description = "The plugins were asked for their runners")
    public Uni<Response> refresh() {
        return board.refresh(caller.workspaceId())
                .map(done -> Response.accepted().build());
    }

    @GET
    @Path("{plugin_author}/{plugin_name}/{runner_name}/manifest")
    @RequiredRight(AccessRight.CONFIGURE)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "runnerManifest", summary = "Get the manifest of a connected runner as its plugin sent it")
    @APIResponse(responseCode = "200", ref = "RawManifest")
    @APIResponse(responseCode = "404", ref = "NoRunner")
    public Uni<String> manifest(
            @Parameter(description = "The author of the plugin, the first part of its id `author/name`.")
                    @RestPath("plugin_author")
                    String author,
            @Parameter(description = "The name of the plugin, the second part of its id `author/name`.")
                    @RestPath("plugin_name")
                    String name,
            @Parameter(description = "The name of the runner within its plugin.") @RestPath("runner_name")
                    String runner) {
        return board.rawManifest(caller.workspaceId(), id(author, name, runner))
                .map(found -> found.orElseThrow(RunnersResource::none));
    }

    private static RunnerId id(String author, String name, String runner) {
        if ((author + name + runner).indexOf('\u0000') >= 0) {
            throw none();
        }
        try {
            return new RunnerId(author, name, runner);
        } catch (IllegalArgumentException noRunner) {
            throw none();
        }
    }

    private static ProblemException none() {
        return new ProblemException(
                FailureCode.NOT_FOUND, "The resource does not exist or is not visible to this key.", null);
    }

    private static ObjectNode runner(ConnectionRepository.Entry entry) {
        ObjectNode runner = ProtocolCodec.tree(entry.manifest());
        RunnerId id = RunnerId.parse(entry.manifest().id());
        runner.put("source", RunnerDescriptor.SOURCE);
        runner.putObject("plugin")
                .put("author", id.author())
                .put("name", id.name())
                .put("version", entry.pluginVersion());
        if (entry.hasIcon()) {
            runner.put("icon", RunnerIconResource.path(id));
        }
        runner.put("connected", entry.connections().size());
        runner.put(
                "free",
                entry.connections().stream()
                        .mapToInt(ConnectionRepository.Connection::free)
                        .sum());
        ArrayNode connections = runner.putArray("connections");
        entry.connections().forEach(connection -> connections
                .addObject()
                .put("replica", connection.replica())
                .put("connected_at", connection.connectedAt().toString())
                .put("room", connection.room())
                .put("free", connection.free()));
        return runner;
    }
}
