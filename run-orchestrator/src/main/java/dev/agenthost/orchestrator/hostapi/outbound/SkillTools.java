package dev.agenthost.orchestrator.hostapi.outbound;

import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolInvocation;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.orchestrator.tool.ToolQuery;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.orchestrator.tool.ToolSource;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.skill.SkillQuestion;
import dev.agenthost.protocol.store.skill.SkillRegistration;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code activate} and {@code register_skill} (spec 000 §4.3), for runners that declare {@code skill_authoring}. To activate is to read, and it is there
 * where the policy names skills; to register leaves something behind, so the policy has to name it as any other tool.
 */
public final class SkillTools implements ToolSource {
    private static final Set<String> OURS = Set.of(SkillSchemas.ACTIVATE, SkillSchemas.REGISTER);
    /** A call outlives a restart of context-store. Reading changes nothing, and what is registered carries its operation's name. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ContextStore memory;
    private final WorkspaceRateLimiter limits;

    /** @param limits the write rates of workspaces */
    public SkillTools(ContextStore memory, WorkspaceRateLimiter limits) {
        this.memory = memory;
        this.limits = limits;
    }

    @Override
    public boolean owns(String toolId) {
        return OURS.contains(toolId);
    }

    @Override
    public Uni<ToolSelection> find(ToolQuery question) {
        return Uni.createFrom().item(found(question));
    }

    private static ToolSelection found(ToolQuery question) {
        List<ToolDescriptor> tools = new ArrayList<>();
        List<ToolSelection.Absent> absent = new ArrayList<>();
        List<String> named = question.named();
        boolean hasSkills = !question.policy().skills().isEmpty();
        if (!question.capabilities().skillAuthoring()) {
            OURS.stream()
                    .filter(named::contains)
                    .sorted()
                    .forEach(tool ->
                            absent.add(new ToolSelection.Absent(tool, "the runner does not declare skill_authoring")));
            return new ToolSelection(tools, absent);
        }
        if (hasSkills) {
            tools.add(SkillSchemas.activate());
        } else if (named.contains(SkillSchemas.ACTIVATE)) {
            absent.add(new ToolSelection.Absent(SkillSchemas.ACTIVATE, "the policy names no skill"));
        }
        if (named.contains(SkillSchemas.REGISTER)) {
            tools.add(SkillSchemas.register());
        }
        return new ToolSelection(tools, absent);
    }

    @Override
    public Uni<ToolOutcome> call(ToolInvocation asking) {
        return asking.toolId().equals(SkillSchemas.ACTIVATE) ? activate(asking) : register(asking);
    }

    private Uni<ToolOutcome> activate(ToolInvocation asking) {
        String name = text(asking, SkillSchemas.SKILL_NAME);
        boolean granted = asking.caller().resources().skills().stream()
                .anyMatch(skill -> skill.skillName().equals(name));
        if (!granted) {
            return refused(FailureCode.UNAUTHORIZED, "This skill is not granted to this agent run");
        }
        String file = asking.arguments().path(SkillSchemas.FILE).textValue();
        return patiently(asking, memory.skill(new SkillQuestion(asking.caller().workspaceId(), name)))
                .map(answer -> SkillAnswers.activated(answer, file))
                .onFailure()
                .recoverWithItem(SkillTools::unsaid);
    }

    private Uni<ToolOutcome> register(ToolInvocation asking) {
        SkillRegistration registration;
        try {
            registration = new SkillRegistration(
                    asking.caller().workspaceId(),
                    asking.caller().runId(),
                    asking.caller().attempt(),
                    asking.operationId(),
                    asking.caller().runnerId(),
                    text(asking, SkillSchemas.SKILL_NAME),
                    asking.arguments().path(SkillSchemas.DISPLAY_NAME).textValue(),
                    text(asking, SkillSchemas.DESCRIPTION),
                    text(asking, SkillSchemas.INSTRUCTIONS));
        } catch (InvalidFieldException e) {
            return refused(FailureCode.INVALID_ARGUMENT, "parameters: " + e.field() + " " + e.why());
        }
        return limits.take(registration.workspaceId(), RateKind.BYTES_WRITTEN, bytes(registration))
                .chain(may -> may
                        ? patiently(asking, memory.register(registration))
                                .map(SkillAnswers::registered)
                                .onFailure()
                                .recoverWithItem(SkillTools::unsaid)
                        : refused(FailureCode.RATE_LIMITED, "This workspace writes too much at the moment"));
    }

    private static long bytes(SkillRegistration registration) {
        return Stream.of(
                        registration.skillName(),
                        Objects.requireNonNullElse(registration.displayName(), ""),
                        registration.description(),
                        registration.instructions())
                .mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }

    /** While the run may call, and not for longer than it likes to wait. */
    private static <T> Uni<T> patiently(ToolInvocation asking, Uni<T> call) {
        long patience = Math.clamp(asking.limit().toMillis(), 1, PATIENCE.toMillis());
        return call.onFailure(why -> asking.mayCall().getAsBoolean())
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .expireIn(patience);
    }

    private static ToolOutcome unsaid(Throwable why) {
        return ToolOutcome.refused(FailureCode.RUNTIME_ERROR, "the host could not do this now");
    }

    private static String text(ToolInvocation asking, String field) {
        return asking.arguments().path(field).asText("");
    }

    private static Uni<ToolOutcome> refused(FailureCode code, String message) {
        return Uni.createFrom().item(ToolOutcome.refused(code, message));
    }
}
