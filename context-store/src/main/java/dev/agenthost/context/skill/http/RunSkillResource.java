package dev.agenthost.context.skill.http;

import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.common.http.RunRequestValidation;
import dev.agenthost.context.skill.Skill;
import dev.agenthost.context.skill.SkillRegistrationOutcome;
import dev.agenthost.context.skill.SkillRepository;
import dev.agenthost.context.skill.StoredSkill;
import dev.agenthost.context.skill.TooManySkills;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.skill.SkillContent;
import dev.agenthost.protocol.store.skill.SkillQuestion;
import dev.agenthost.protocol.store.skill.SkillRegistered;
import dev.agenthost.protocol.store.skill.SkillRegistration;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Serves and registers skills for run-orchestrator on behalf of a runner.
 *
 * <p>Errors: an invalid skill (400, names the field); an unknown name, one of another workspace, or a skill that is turned off (404, equal
 * answers); a name that belongs to a person or another runner (403); an attempt below its run's fence (409); a full workspace (413).
 */
@Path("/internal/v1/skills")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "skills")
public class RunSkillResource {
    private final SkillRepository store;
    private final AuditRecorder changes;

    public RunSkillResource(SkillRepository store, AuditRecorder changes) {
        this.store = store;
        this.changes = changes;
    }

    @POST
    @Path("read")
    @Operation(
            operationId = "activateSkill",
            summary = "Read a skill",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "SkillQuestion")
    @APIResponse(responseCode = "200", ref = "SkillContent")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoSkill")
    public Uni<SkillContent> read(SkillQuestion question) {
        String workspace = RunRequestValidation.fitting(question.workspaceId(), "workspace_id");
        return store.find(workspace, SkillBodies.named(question.skillName()))
                .map(found -> content(
                        found.filter(stored -> stored.skill().enabled()).orElseThrow(ProblemException::notFound)));
    }

    @POST
    @Path("register")
    @Operation(
            operationId = "registerSkill",
            summary = "Register a skill written by a runner",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "SkillRegistration")
    @APIResponse(responseCode = "200", ref = "SkillRegistered")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(
            responseCode = "403",
            description = "A skill with this name was written by a person or registered by another runner")
    @APIResponse(responseCode = "409", ref = "Fenced")
    @APIResponse(responseCode = "413", description = "The skill quota of the workspace is exceeded")
    public Uni<SkillRegistered> register(SkillRegistration given) {
        String workspace = RunRequestValidation.fitting(given.workspaceId(), "workspace_id");
        String runner = RunRequestValidation.fitting(given.runnerId().toString(), "runner_id");
        Skill skill = SkillBodies.checked(() -> new Skill(
                workspace,
                given.skillName(),
                given.displayName(),
                given.description(),
                given.instructions(),
                List.of(),
                true,
                runner));
        WriteClaim claim = RunRequestValidation.claim(workspace, given.runId(), given.attempt(), given.operationId());
        return store.register(claim, skill).chain(registering -> switch (registering) {
            case SkillRegistrationOutcome.Registered(long version) ->
                changes.changed(workspace, runner, "skill.register", "skill/" + skill.name(), "version " + version)
                        .replaceWith(new SkillRegistered(skill.name(), version));
            case SkillRegistrationOutcome.Fenced() -> throw RunRequestValidation.fenced();
            case SkillRegistrationOutcome.NameConflict() ->
                throw new ProblemException(
                        FailureCode.FORBIDDEN, "A skill of this name is there, and not of this runner.", "name");
            case SkillRegistrationOutcome.TooMany() -> throw ProblemException.of(new TooManySkills());
        });
    }

    private static SkillContent content(StoredSkill stored) {
        Skill skill = stored.skill();
        return new SkillContent(
                skill.name(), skill.displayName(), skill.description(), skill.instructions(), skill.files());
    }
}
