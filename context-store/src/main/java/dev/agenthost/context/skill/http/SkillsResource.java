package dev.agenthost.context.skill.http;

import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.context.skill.Skill;
import dev.agenthost.context.skill.SkillDocument;
import dev.agenthost.context.skill.SkillPrecondition;
import dev.agenthost.context.skill.SkillRepository;
import dev.agenthost.context.skill.SkillSummary;
import dev.agenthost.context.skill.SkillWrite;
import dev.agenthost.context.skill.StoredSkill;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
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
import java.net.URI;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/**
 * Skills of the caller's workspace. Wrong: a field that is missing, too large or none (400, named); a name of elsewhere or of nothing (404,
 * alike); an ETag that is no longer its own (412); a skill that is there, and no word of which one is to be replaced (428); more skills than the
 * workspace may have (413).
 */
@Path(SkillsResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "skills", description = "What agents may learn.")
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
    @Operation(operationId = "listSkills", summary = "The skills of the workspace, in the order of their names")
    @APIResponse(responseCode = "200", ref = "Skills")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Page<SkillSummary>> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "page_cursor") @QueryParam("cursor") @Nullable String cursor) {
        PageRequest asked = PageRequest.of(limit, SkillBodies.cursor(cursor));
        return store.page(caller.workspaceId(), asked.after(), asked.limitAndOne())
                .map(found -> Page.of(found, asked, skill -> skill, SkillSummary::name));
    }

    @GET
    @Path("{skill}")
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "readSkill", summary = "One skill, with its ETag")
    @APIResponse(responseCode = "200", ref = "Skill")
    @APIResponse(responseCode = "404", ref = "NoSkill")
    public Uni<Response> get(@Parameter(ref = "skill") @RestPath String skill) {
        return store.find(caller.workspaceId(), SkillBodies.named(skill))
                .map(found -> answer(Response.ok(), found.orElseThrow(SkillBodies::missing)));
    }

    @PUT
    @Path("{skill}")
    @RequiredRight(AccessRight.CONFIGURE)
    @Consumes({MediaType.APPLICATION_JSON, SkillMarkdown.TYPE})
    @Operation(
            operationId = "writeSkill",
            summary = "Make a skill, or replace it; one that a runner registered becomes yours")
    @RequestBody(ref = "Skill")
    @APIResponse(responseCode = "201", ref = "SkillMade")
    @APIResponse(responseCode = "200", ref = "Skill")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not serve the workspace of the body")
    @APIResponse(responseCode = "412", description = "The If-Match is not its ETag any more, or there is none")
    @APIResponse(
            responseCode = "413",
            description = "It is too large, or the workspace's quota has no room for another one")
    @APIResponse(responseCode = "428", description = "It is there, and there is no If-Match")
    public Uni<Response> put(
            @Parameter(ref = "skill") @RestPath String skill,
            @Parameter(ref = "IfMatch") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            @Parameter(hidden = true) @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType,
            byte[] body) {
        String who = caller.keyId();
        String workspace = caller.workspaceId();
        SkillPrecondition expected = SkillBodies.expected(ifMatch);
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
            summary = "Take a skill away; runs that were granted it activate it no more")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "NoSkill")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "skill") @RestPath String skill,
            @Parameter(ref = "IfMatch") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        String workspace = caller.workspaceId();
        String who = caller.keyId();
        return store.delete(workspace, SkillBodies.named(skill), SkillBodies.expected(ifMatch))
                .chain(write -> switch (write) {
                    case SkillWrite.Done done ->
                        changes.changed(workspace, who, "skill.delete", "skill/" + skill, null)
                                .replaceWith(Response.noContent().build());
                    case SkillWrite.Missing() -> throw SkillBodies.missing();
                    case SkillWrite.Stale(long version) -> throw changed(version);
                    case SkillWrite.Exists exists -> throw new IllegalStateException("nothing was to be made");
                    case SkillWrite.TooMany many -> throw new IllegalStateException("nothing was to be made");
                });
    }

    private Uni<Response> written(SkillWrite write, String workspace, String who) {
        return switch (write) {
            case SkillWrite.Done(StoredSkill skill, boolean isNew) -> {
                String name = skill.skill().name();
                yield changes.changed(
                                workspace,
                                who,
                                isNew ? "skill.create" : "skill.update",
                                "skill/" + name,
                                "version " + skill.version())
                        .replaceWith(
                                answer(isNew ? Response.created(URI.create(PATH + "/" + name)) : Response.ok(), skill));
            }
            case SkillWrite.Exists() -> throw SkillBodies.unsaid();
            case SkillWrite.Missing() -> throw SkillBodies.stale("There is no skill of this name to replace.");
            case SkillWrite.Stale(long version) -> throw changed(version);
            case SkillWrite.TooMany() -> throw SkillBodies.quotaExceeded();
        };
    }

    private static RuntimeException changed(long version) {
        return SkillBodies.stale("The resource was changed; its ETag is " + tag(version) + ". Read it again.");
    }

    private static Response answer(Response.ResponseBuilder answer, StoredSkill skill) {
        return answer.header(HttpHeaders.ETAG, tag(skill.version()))
                .entity(SkillDocument.of(skill))
                .build();
    }

    private static String tag(long version) {
        return "\"" + version + "\"";
    }
}
