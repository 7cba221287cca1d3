package dev.agenthost.binding.api.http;

import dev.agenthost.binding.schedule.Schedule;
import dev.agenthost.binding.schedule.ScheduleDocument;
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

/** The schedules of the caller's workspace. */
@Path(ScheduleResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "schedules")
public class ScheduleResource {
    static final String PATH = "/api/v1/schedules";

    private final VersionedEndpoint<Schedule, ScheduleDocument> schedules;

    ScheduleResource(VersionedRepository<Schedule> schedules, RequestCaller caller) {
        this.schedules = new VersionedEndpoint<>(PATH, ScheduleDocument.KIND, schedules, caller);
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(
            operationId = "createSchedule",
            summary = "Create a schedule; without a schedule_id the host assigns one")
    @RequestBody(ref = "Schedule")
    @APIResponse(responseCode = "201", ref = "ScheduleMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in the body")
    @APIResponse(responseCode = "409", description = "The schedule_id already exists")
    public Uni<Response> create(byte[] body) {
        return schedules.create(body);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listSchedules", summary = "List the schedules of the workspace, ordered by id")
    @APIResponse(responseCode = "200", ref = "Schedules")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        return schedules.list(limit, cursor);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{id}")
    @Operation(operationId = "readSchedule", summary = "Get a schedule and its ETag")
    @APIResponse(responseCode = "200", ref = "Schedule")
    @APIResponse(responseCode = "404", ref = "Missing")
    public Uni<Response> get(@Parameter(ref = "id") @PathParam("id") String id) {
        return schedules.get(id);
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{id}")
    @Operation(
            operationId = "replaceSchedule",
            summary =
                    "Replace a schedule; omitted fields return to their defaults, and times before the change are not caught up")
    @RequestBody(ref = "Schedule")
    @APIResponse(responseCode = "200", ref = "Schedule")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    @APIResponse(responseCode = "428", description = "The header If-Match is missing")
    public Uni<Response> replace(
            @Parameter(ref = "id") @PathParam("id") String id,
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            byte[] body) {
        return schedules.replace(id, ifMatch, body);
    }

    @DELETE
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{id}")
    @Operation(operationId = "deleteSchedule", summary = "Delete a schedule; a published event still runs")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "id") @PathParam("id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return schedules.delete(id, ifMatch);
    }
}
