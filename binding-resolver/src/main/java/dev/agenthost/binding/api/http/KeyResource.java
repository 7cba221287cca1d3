package dev.agenthost.binding.api.http;

import dev.agenthost.binding.catalog.ResourceName;
import dev.agenthost.binding.key.KeyRepository;
import dev.agenthost.binding.key.KeyRequest;
import dev.agenthost.binding.key.KeyRules;
import dev.agenthost.binding.key.KeyWithSecret;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.AccessKey;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.security.SecureRandom;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The keys of the caller's workspace; for the host key, those of every workspace. */
@Path(KeyResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "keys")
public class KeyResource {
    static final String PATH = "/api/v1/keys";

    private final KeyRepository keys;
    private final RequestCaller caller;
    private final SecureRandom random = new SecureRandom();

    KeyResource(KeyRepository keys, RequestCaller caller) {
        this.keys = keys;
        this.caller = caller;
    }

    @POST
    @RequiredRight(AccessRight.KEYS)
    @Operation(operationId = "createKey", summary = "Create a key; only this answer contains its secret")
    @RequestBody(ref = "Key")
    @APIResponse(responseCode = "201", ref = "KeyMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in the body")
    public Uni<Response> create(byte[] body) {
        KeyRequest request = RequestBodyReader.read(body, KeyRequest.class);
        KeyRequest checked = RequestBodyReader.checked(() -> KeyRules.check(request));
        String workspace = workspaceOf(checked);
        byte[] secret = new byte[KeyWithSecret.RANDOM_BYTES];
        random.nextBytes(secret);
        var change = caller.change();
        KeyWithSecret fresh =
                KeyWithSecret.of(checked, workspace, UUID.randomUUID().toString(), secret, change.at(), change.actor());
        return keys.create(fresh.key(), change).map(done -> Response.created(
                        URI.create(PATH + "/" + fresh.key().keyId()))
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .entity(ProtocolCodec.encode(KeyDocument.of(fresh)))
                .build());
    }

    @GET
    @RequiredRight(AccessRight.KEYS)
    @Operation(
            operationId = "listKeys",
            summary = "List the keys, including revoked ones, ordered by id and without secrets")
    @APIResponse(responseCode = "200", ref = "Keys")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace")
    public Uni<Response> list(
            @Parameter(ref = "workspace_id") @QueryParam("workspace_id") @Nullable String workspace,
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        PageRequest page = RequestBodyReader.checked(
                () -> PageRequest.of(limit, cursor == null ? null : ResourceName.check(cursor, "cursor")));
        return keys.list(visible(workspace), page.after(), page.limitAndOne())
                .map(found -> Response.ok(ProtocolCodec.encode(Page.of(found, page, KeyDocument::of, AccessKey::keyId)))
                        .build());
    }

    @GET
    @RequiredRight(AccessRight.KEYS)
    @Path("/{id}")
    @Operation(operationId = "readKey", summary = "Get a key, without its secret")
    @APIResponse(responseCode = "200", ref = "Key")
    @APIResponse(responseCode = "404", ref = "Missing")
    public Uni<Response> get(@Parameter(ref = "id") @PathParam("id") String id) {
        return keys.find(visible(null), id)
                .map(found -> found.orElseThrow(ProblemException::notFound))
                .map(key ->
                        Response.ok(ProtocolCodec.encode(KeyDocument.of(key))).build());
    }

    @DELETE
    @RequiredRight(AccessRight.KEYS)
    @Path("/{id}")
    @Operation(operationId = "revokeKey", summary = "Revoke a key; it is refused within seconds and stays in the list")
    @APIResponse(responseCode = "204", description = "The key is revoked")
    @APIResponse(responseCode = "404", ref = "Missing")
    public Uni<Response> revoke(@Parameter(ref = "id") @PathParam("id") String id) {
        return keys.revoke(visible(null), id, caller.change()).map(found -> {
            if (!found) {
                throw ProblemException.notFound();
            }
            return Response.noContent().build();
        });
    }

    /** The workspace whose keys the caller may see; null for every one. */
    private @Nullable String visible(@Nullable String workspaceId) {
        if (caller.isHost()) {
            return workspaceId;
        }
        if (workspaceId != null) {
            caller.requireWorkspace(workspaceId);
        }
        return caller.workspaceId();
    }

    /** A key opens its maker's workspace, and a runner's key serves no other; the host key may name any. */
    private String workspaceOf(KeyRequest request) {
        if (caller.isHost()) {
            if (request.workspaceId() == null) {
                throw RequestBodyReader.invalid("workspace_id", "is missing: the host key belongs to no workspace");
            }
            return request.workspaceId();
        }
        if (request.workspaceId() != null) {
            caller.requireWorkspace(request.workspaceId());
        }
        if (request.workspaces() != null) {
            request.workspaces().forEach(caller::requireWorkspace);
        }
        return caller.workspaceId();
    }
}
