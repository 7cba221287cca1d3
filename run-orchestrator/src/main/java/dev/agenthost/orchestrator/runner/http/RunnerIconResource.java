package dev.agenthost.orchestrator.runner.http;

import dev.agenthost.orchestrator.runner.ConnectionRepository;
import dev.agenthost.orchestrator.runner.Icon;
import dev.agenthost.platform.rest.EntityTag;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.id.RunnerId;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/** The icons of the plugins that may serve the caller's workspace, the same from every replica. */
@Path("/api/v1/runners/{plugin_author}/{plugin_name}/icon")
@Tag(name = "runners")
public class RunnerIconResource {
    private final ConnectionRepository board;
    private final RequestCaller caller;

    RunnerIconResource(ConnectionRepository board, RequestCaller caller) {
        this.board = board;
        this.caller = caller;
    }

    static String path(RunnerId runner) {
        return "/api/v1/runners/" + PercentEncoding.encode(runner.author()) + "/"
                + PercentEncoding.encode(runner.name()) + "/icon";
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Produces("image/*")
    @Operation(operationId = "runnerIcon", summary = "Get the icon of a connected plugin")
    @APIResponse(responseCode = "200", ref = "Icon")
    @APIResponse(responseCode = "304", ref = "Unchanged")
    @APIResponse(responseCode = "404", ref = "NoIcon")
    public Uni<Response> icon(
            @Parameter(description = "The author of the plugin, the first part of its id `author/name`.")
                    @RestPath("plugin_author")
                    String author,
            @Parameter(description = "The name of the plugin, the second part of its id `author/name`.")
                    @RestPath("plugin_name")
                    String name,
            @Parameter(ref = "If-None-Match") @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String known) {
        if (isNoName(author) || isNoName(name)) {
            throw ProblemException.notFound();
        }
        return board.icon(caller.workspaceId(), author + "/" + name)
                .map(found -> answer(found.orElseThrow(ProblemException::notFound), known));
    }

    /** Returns true for a name that no plugin can have; it is not read from the database. */
    private static boolean isNoName(String part) {
        return part.indexOf('\u0000') >= 0 || part.indexOf('/') >= 0;
    }

    /** Serves the bytes, which the plugin's author controls, as an image of their type only. */
    private static Response answer(Icon icon, @Nullable String known) {
        String etag = EntityTag.ofContent(icon.sha256());
        Response.ResponseBuilder answer =
                EntityTag.isListed(known, etag) ? Response.notModified() : Response.ok(icon.bytes(), icon.mimeType());
        return answer.header(HttpHeaders.ETAG, etag)
                .header(HttpHeaders.CACHE_CONTROL, "private, no-cache")
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", "default-src 'none'; sandbox")
                .build();
    }
}
