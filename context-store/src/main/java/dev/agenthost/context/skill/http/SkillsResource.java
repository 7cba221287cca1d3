package dev.agenthost.context.skill.http;

import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.context.skill.Skill;
import dev.agenthost.context.skill.SkillDocument;
import dev.agenthost.context.skill.SkillRepository;
import dev.agenthost.context.skill.SkillSummary;
import dev.agenthost.context.skill.StoredSkill;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.platform.rest.http.IfMatch;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.rest.http.VersionedResponse;
import dev.agenthost.platform.security.AccessRight;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
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
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/**
 * Administers the skills of the caller's workspace.
 *
 * <p>Errors: a field that is missing, too large or invalid (400, names it); an unknown name, or one of another workspace (404, equal
 * answers); an outdated ETag (412); an existing skill without {@code If-Match} (428); more skills than the workspace may have (413).
 */
@Path(SkillsResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "skills", description = "Skills of agents.")
public class SkillsResource {
    static final String PATH = "/api/v1/skills";

    private final SkillRepository store;
    private final AuditRecorder changes;
    private final RequestCaller caller;

    public SkillsResource(SkillRepository store, AuditRecorder changes, RequestCaller caller) {
        this.store = store;
        this.changes = changes;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listSkills", summary = "List the skills of the workspace, ordered by name")
    @APIResponse(responseCode = "200", ref = "Skills")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Page<SkillSummary>> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "page_cursor") @QueryParam("cursor") @Nullable String cursor) {
        PageRequest page = PageRequest.of(limit, SkillBodies.cursor(cursor));
        return store.page(caller.workspaceId(), page.after(), page.limitAndOne())
                .map(found -> Page.of(found, page, skill -> skill, SkillSummary::name));
    }

    @GET
    @Path("{skill}")
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "readSkill", summary = "Get a skill and its ETag")
    @APIResponse(responseCode = "200", ref = "Skill")
    @APIResponse(responseCode = "404", ref = "NoSkill")
    public Uni<Response> get(@Parameter(ref = "skill") @RestPath String skill) {
        return store.find(caller.workspaceId(), SkillBodies.named(skill))
                .map(found -> found.orElseThrow(ProblemException::notFound))
                .map(found -> VersionedResponse.ok(SkillDocument.of(found), found.version()));
    }

    @PUT
    @Path("{skill}")
    @RequiredRight(AccessRight.CONFIGURE)
    @Consumes({MediaType.APPLICATION_JSON, SkillMarkdown.TYPE})
    @Operation(
            operationId = "writeSkill",
            summary = "Create or replace a skill; a skill registered by a runner becomes the administrator's")
    @RequestBody(ref = "Skill")
    @APIResponse(responseCode = "201", ref = "SkillMade")
    @APIResponse(responseCode = "200", ref = "Skill")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in the body")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated, or the skill does not exist")
    @APIResponse(
            responseCode = "413",
            description = "The skill is too large, or the skill quota of the workspace is exceeded")
    @APIResponse(responseCode = "428", description = "The skill exists and the header If-Match is missing")
    public Uni<Response> put(
            @Parameter(ref = "skill") @RestPath String skill,
            @Parameter(ref = "IfMatch") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            @Parameter(hidden = true) @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType,
            byte[] body) {
        String who = caller.keyId();
        String workspace = caller.workspaceId();
        ExpectedVersion expected = ifMatch == null ? null : IfMatch.required(ifMatch);
        SkillDocument given = SkillBodies.read(body, contentType);
        if (given.workspaceId() != null) {
            caller.requireWorkspace(given.workspaceId());
        }
        if (given.name() != null && !given.name().equals(skill)) {
            throw SkillBodies.invalid("name", "is not the one of the address");
        }
        Skill meant = SkillBodies.checked(() -> given.skill(skill, workspace));
        return store.put(meant, expected).chain(write -> written(write, workspace, who));
    }

    @DELETE
    @Path("{skill}")
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(
            operationId = "deleteSkill",
            summary = "Delete a skill; runs that were granted it can no longer activate it")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "NoSkill")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "skill") @RestPath String skill,
            @Parameter(ref = "IfMatch") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        String workspace = caller.workspaceId();
        String who = caller.keyId();
        return store.delete(workspace, SkillBodies.named(skill), IfMatch.optional(ifMatch))
                .invoke(outcome -> VersionedResponse.done(outcome, "name"))
                .call(() -> changes.changed(workspace, who, "skill.delete", "skill/" + skill, null))
                .replaceWith(Response.noContent().build());
    }

    private Uni<Response> written(WriteOutcome<StoredSkill> outcome, String workspace, String who) {
        return switch (outcome) {
            case WriteOutcome.Done<StoredSkill>(StoredSkill skill, boolean isNew) -> {
                String name = skill.skill().name();
                SkillDocument document = SkillDocument.of(skill);
                yield changes.changed(
                                workspace,
                                who,
                                isNew ? "skill.create" : "skill.update",
                                "skill/" + name,
                                "version " + skill.version())
                        .replaceWith(
                                isNew
                                        ? VersionedResponse.created(PATH, name, document, skill.version())
                                        : VersionedResponse.ok(document, skill.version()));
            }
            case WriteOutcome.Exists<StoredSkill>() -> throw SkillBodies.unsaid();
            case WriteOutcome.Missing<StoredSkill>() -> throw SkillBodies.nothingToReplace();
            case WriteOutcome.Stale<StoredSkill>(long version) -> throw IfMatch.stale(version);
            case WriteOutcome.Refused<StoredSkill>(WriteRefusal why) -> throw ProblemException.of(why);
        };
    }
}
