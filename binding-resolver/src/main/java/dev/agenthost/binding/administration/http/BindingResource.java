package dev.agenthost.binding.administration.http;

import dev.agenthost.binding.binding.Binding;
import dev.agenthost.binding.binding.BindingDocument;
import dev.agenthost.binding.binding.BindingRules;
import dev.agenthost.binding.binding.BindingWritten;
import dev.agenthost.binding.binding.Bindings;
import dev.agenthost.protocol.json.ProtocolCodec;
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
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
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

    private final Bindings bindings;
    private final Entrance entrance;

    BindingResource(Bindings bindings, Entrance entrance) {
        this.bindings = bindings;
        this.entrance = entrance;
    }

    @POST
    @Operation(summary = "Make a binding; without an binding_id it is given one")
    @RequestBody(content = @Content(schema = @Schema(implementation = BindingDocument.class)))
    @APIResponse(responseCode = "201", description = "It exists; Location and ETag say where and which version")
    @APIResponse(
            responseCode = "409",
            description = "The binding_id is taken, or no event could tell it from an enabled binding")
    public Uni<Response> create(byte[] body) {
        BindingDocument given = entrance.read(body, BindingDocument.class);
        String id = given.bindingId() == null ? UUID.randomUUID().toString() : given.bindingId();
        Binding binding = entrance.checked(
                given.workspaceId(),
                () -> BindingRules.check(given.binding(id, entrance.workspace()).withVersion(1)));
        return bindings.create(binding, entrance.change()).map(written -> switch (written) {
            case BindingWritten.Stored stored ->
                Entrance.created(
                        PATH,
                        id,
                        BindingDocument.of(stored.binding()),
                        stored.binding().version());
            default -> throw refusal(written);
        });
    }

    @GET
    @Operation(summary = "The bindings of the workspace, in the order of their ids")
    public Uni<Response> list(
            @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
        Page.Request asked = entrance.checked(null, () -> Page.Request.of(limit, cursor));
        return bindings.list(entrance.workspace(), asked.after(), asked.limitAndOne())
                .map(found -> Response.ok(
                                ProtocolCodec.encode(Page.of(found, asked, BindingDocument::of, Binding::bindingId)))
                        .build());
    }

    @GET
    @Path("/{id}")
    @Operation(summary = "One binding, with its ETag")
    public Uni<Response> get(@PathParam("id") String id) {
        return bindings.find(entrance.workspace(), id)
                .map(found -> found.orElseThrow(Entrance::missing))
                .map(binding -> Entrance.ok(BindingDocument.of(binding), binding.version()));
    }

    @PUT
    @Path("/{id}")
    @Operation(summary = "Replace a binding; what the body leaves out has its default again")
    @RequestBody(content = @Content(schema = @Schema(implementation = BindingDocument.class)))
    @APIResponse(responseCode = "200", description = "Replaced, with its new ETag")
    @APIResponse(responseCode = "412", description = "The If-Match is not its ETag any more")
    @APIResponse(responseCode = "428", description = "There is no If-Match")
    public Uni<Response> replace(
            @PathParam("id") String id, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch, byte[] body) {
        var expected = entrance.required(ifMatch);
        BindingDocument given = entrance.read(body, BindingDocument.class);
        entrance.sameId(id, given.bindingId(), "binding_id");
        Binding binding = entrance.checked(
                given.workspaceId(),
                () -> BindingRules.check(given.binding(id, entrance.workspace()).withVersion(1)));
        return bindings.replace(binding, expected, entrance.change()).map(written -> switch (written) {
            case BindingWritten.Stored stored ->
                Entrance.ok(
                        BindingDocument.of(stored.binding()), stored.binding().version());
            default -> throw refusal(written);
        });
    }

    @DELETE
    @Path("/{id}")
    @Operation(summary = "Delete a binding")
    @APIResponse(responseCode = "204", description = "It is gone")
    public Uni<Response> delete(
            @PathParam("id") String id, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return bindings.delete(entrance.workspace(), id, entrance.optional(ifMatch), entrance.change())
                .map(written -> switch (written) {
                    case BindingWritten.Deleted deleted -> Response.noContent().build();
                    default -> throw refusal(written);
                });
    }

    private static RuntimeException refusal(BindingWritten written) {
        return switch (written) {
            case BindingWritten.Missing missing -> Entrance.missing();
            case BindingWritten.Stale stale -> Entrance.stale(stale.currentVersion());
            case BindingWritten.Exists exists ->
                Entrance.conflict(
                        "A binding of this id exists. Replace it with PUT, or take another id.", "binding_id");
            case BindingWritten.NoSuchAgent none ->
                Entrance.invalid("agent_id", "agent_id names no agent of this workspace.");
            case BindingWritten.Clashing clash ->
                Entrance.conflict(
                        "Binding " + clash.otherBindingId()
                                + " has the same scope, event pattern and priority, and filters"
                                + " that admit the same actors. Give one of them another priority.",
                        "priority");
            case BindingWritten.Stored stored -> new IllegalStateException("not a refusal");
            case BindingWritten.Deleted deleted -> new IllegalStateException("not a refusal");
        };
    }
}
