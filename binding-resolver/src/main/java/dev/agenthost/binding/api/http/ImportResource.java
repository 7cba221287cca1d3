package dev.agenthost.binding.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.binding.langbot.LangBotImporter;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Takes over what another system has. */
@Path("/api/v1/import")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "import")
public class ImportResource {
    private static final String UNNAMED = "LangBot";

    private final LangBotImporter importer;
    private final RequestCaller caller;

    ImportResource(LangBotImporter importer, RequestCaller caller) {
        this.importer = importer;
        this.caller = caller;
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/langbot")
    @Consumes({MediaType.APPLICATION_JSON, "application/yaml", "application/x-yaml", "text/yaml"})
    @Operation(
            operationId = "importLangBot",
            summary = "Create agents and bindings from LangBot's pipelines and bots; existing ones are unchanged")
    @RequestBody(ref = "LangBot")
    @APIResponse(responseCode = "200", ref = "ImportReport")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> langBot(
            byte[] body,
            @Context HttpHeaders headers,
            @Parameter(ref = "dry_run") @QueryParam("dry_run") @Nullable String dryRun,
            @Parameter(ref = "pipeline_name") @QueryParam("name") @Nullable String name,
            @Parameter(ref = "pipeline_bot_id") @QueryParam("bot_id") @Nullable String botId) {
        if (dryRun != null && !dryRun.equals("true") && !dryRun.equals("false")) {
            throw RequestBodyReader.invalid("dry_run", "must be true or false");
        }
        JsonNode tree = YamlBody.read(body, headers.getMediaType());
        var request = new LangBotImporter.Request(
                tree,
                caller.workspaceId(),
                name == null || name.isBlank() ? UNNAMED : name,
                botId == null || botId.isBlank() ? null : botId,
                "true".equals(dryRun),
                caller::change);
        return RequestBodyReader.checked(() -> importer.run(request))
                .map(report -> Response.ok(ProtocolCodec.encode(report)).build());
    }
}
