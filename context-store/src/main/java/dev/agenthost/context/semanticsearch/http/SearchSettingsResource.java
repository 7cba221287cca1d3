package dev.agenthost.context.semanticsearch.http;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.transcript.SearchSettings;
import dev.agenthost.context.semanticsearch.transcript.SearchSettingsRepository;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.http.IfMatch;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.rest.http.VersionedResponse;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Serves the search settings of the caller's workspace. Errors: a {@code by_meaning} that is missing, or neither true nor false, an
 * unknown field (400, the field named); another version (412), no version (428).
 */
@Path("/api/v1/search-settings")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "search settings", description = "Search settings of transcripts.")
public class SearchSettingsResource {
    private final SearchSettingsRepository settings;
    private final Embedder embedder;
    private final RequestCaller caller;

    public SearchSettingsResource(SearchSettingsRepository settings, Embedder embedder, RequestCaller caller) {
        this.settings = settings;
        this.embedder = embedder;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(
            operationId = "readSearchSettings",
            summary = "Get the search settings, their ETag and the number of messages that are not yet indexed")
    @APIResponse(responseCode = "200", ref = "SearchSettings")
    public Uni<Response> get() {
        String workspace = caller.workspaceId();
        return settings.find(workspace).chain(searchSettings -> answer(workspace, searchSettings));
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(
            operationId = "replaceSearchSettings",
            summary =
                    "Enable or disable semantic search of transcripts; existing messages are indexed in the background")
    @RequestBody(ref = "SearchSettings")
    @APIResponse(responseCode = "200", ref = "SearchSettings")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    @APIResponse(responseCode = "428", description = "The header If-Match is missing")
    public Uni<Response> put(
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch, byte[] body) {
        ExpectedVersion expected = IfMatch.required(ifMatch);
        boolean byMeaning = SearchSettingsBodies.read(body);
        String workspace = caller.workspaceId();
        AuditEntry audit = caller.change().entry("context-store", workspace, "search.update", null, null);
        return settings.put(workspace, byMeaning, expected, audit)
                .chain(outcome -> answer(workspace, VersionedResponse.done(outcome, "workspace_id")));
    }

    private Uni<Response> answer(String workspace, SearchSettings searchSettings) {
        return settings.waiting(workspace, embedder.model())
                .map(waiting -> VersionedResponse.ok(
                        SearchSettingsBodies.of(searchSettings, waiting), searchSettings.version()));
    }
}
