package dev.agenthost.binding.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.resolution.EventConflict;
import dev.agenthost.binding.resolution.KnownResolution;
import dev.agenthost.binding.resolution.ResolutionRepository;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Serves the resolution of an event, or the reason for none, for as long as its id is stored. */
@Path("/api/v1/resolutions")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "resolutions")
public class ResolutionResource {
    private final ResolutionRepository repository;
    private final RequestCaller caller;

    ResolutionResource(ResolutionRepository repository, RequestCaller caller) {
        this.repository = repository;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{event_id}")
    @Operation(
            operationId = "readResolution",
            summary = "Get the resolution of an event, with conflicting events under the same id")
    @APIResponse(responseCode = "200", ref = "Resolution")
    @APIResponse(responseCode = "404", description = "No event with this id has been resolved in this workspace")
    public Uni<Response> get(
            @Parameter(description = "The id of the event, from the 202 response", schema = @Schema(format = "uuid"))
                    @PathParam("event_id")
                    String eventId) {
        return repository
                .find(caller.workspaceId(), parse(eventId).orElseThrow(ResolutionResource::missing))
                .map(found -> found.orElseThrow(ResolutionResource::missing))
                .map(known -> Response.ok(ProtocolCodec.encode(body(known))).build());
    }

    private static ObjectNode body(KnownResolution known) {
        try {
            ObjectNode body = (ObjectNode) ProtocolCodec.readTree(known.resolution());
            body.put("published", known.isPublished());
            body.set("conflicts", ProtocolCodec.tree(conflicts(known)));
            return body;
        } catch (UndecodableException e) {
            throw new IllegalStateException("A stored resolution cannot be decoded", e);
        }
    }

    private static List<ConflictBody> conflicts(KnownResolution known) {
        return known.conflicts().stream().map(ConflictBody::of).toList();
    }

    private static Optional<EventId> parse(String text) {
        try {
            return Optional.of(EventId.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static ProblemException missing() {
        return new ProblemException(
                FailureCode.NOT_FOUND, "The resource does not exist or is not visible to this key.");
    }

    private record ConflictBody(String fingerprint, RecordPosition eventPosition, Instant seenAt) {
        static ConflictBody of(EventConflict conflict) {
            return new ConflictBody(conflict.fingerprint(), conflict.eventPosition(), conflict.seenAt());
        }
    }
}
