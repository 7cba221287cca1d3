package dev.agenthost.binding.api.http;

import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingDocument;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.rest.http.VersionedEndpoint;
import dev.agenthost.platform.security.AccessRight;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The bindings of the caller's workspace. */
@Path(BindingResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "bindings")
public class BindingResource {
    static final String PATH = "/api/v1/bindings";

    private final VersionedEndpoint<Binding, BindingDocument> bindings;

    BindingResource(VersionedRepository<Binding> bindings, RequestCaller caller) {
        this.bindings = new VersionedEndpoint<>(PATH, BindingDocument.KIND, bindings, caller);
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "createBinding", summary = "Create a binding; without a binding_id the host assigns one")
    @RequestBody(ref = "Binding")
    @APIResponse(responseCode = "201", ref = "BindingMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in the body")
    @APIResponse(
            responseCode = "409",
            description =
                    "The binding_id already exists, or an enabled binding has the same scope, event pattern, priority and actors")
    public Uni<Response> create(byte[] body) {
        return bindings.create(body);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listBindings", summary = "List the bindings of the workspace, ordered by id")
    @APIResponse(responseCode = "200", ref = "Bindings")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        return bindings.list(limit, cursor);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{id}")
    @Operation(operationId = "readBinding", summary = "Get a binding and its ETag")
    @APIResponse(responseCode = "200", ref = "Binding")
    @APIResponse(responseCode = "404", ref = "Missing")
    public Uni<Response> get(@Parameter(ref = "id") @PathParam("id") String id) {
        return bindings.get(id);
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{id}")
    @Operation(operationId = "replaceBinding", summary = "Replace a binding; omitted fields return to their defaults")
    @RequestBody(ref = "Binding")
    @APIResponse(responseCode = "200", ref = "Binding")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(
            responseCode = "409",
            description = "Another enabled binding has the same scope, event pattern, priority and actors")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    @APIResponse(responseCode = "428", description = "The header If-Match is missing")
    public Uni<Response> replace(
            @Parameter(ref = "id") @PathParam("id") String id,
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            byte[] body) {
        return bindings.replace(id, ifMatch, body);
    }

    @DELETE
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{id}")
    @Operation(operationId = "deleteBinding", summary = "Delete a binding")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "id") @PathParam("id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return bindings.delete(id, ifMatch);
    }
}
