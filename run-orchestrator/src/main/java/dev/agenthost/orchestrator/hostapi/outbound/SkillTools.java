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
 * {@code activate} and {@code register_skill} (spec 000 §4.3), for runners that declare {@code skill_authoring}. {@code activate} reads
 * and is available if the policy names skills; {@code register_skill} writes, so the policy must name it as any other tool.
 */
public final class SkillTools implements ToolSource {
    private static final Set<String> TOOLS = Set.of(SkillSchemas.ACTIVATE, SkillSchemas.REGISTER);
    /** Long enough for a restart of context-store. A retry is safe: reading changes nothing, and a registration has an operation id. */
    private static final Duration RETRY_LIMIT = Duration.ofSeconds(10);

    private final ContextStore contextStore;
    private final WorkspaceRateLimiter limits;

    /** @param limits the write rates of workspaces */
    public SkillTools(ContextStore contextStore, WorkspaceRateLimiter limits) {
        this.contextStore = contextStore;
        this.limits = limits;
    }

    @Override
    public boolean owns(String toolId) {
        return TOOLS.contains(toolId);
    }

    @Override
    public Uni<ToolSelection> find(ToolQuery query) {
        return Uni.createFrom().item(selection(query));
    }

    private static ToolSelection selection(ToolQuery query) {
        List<ToolDescriptor> tools = new ArrayList<>();
        List<ToolSelection.Absent> absent = new ArrayList<>();
        List<String> named = query.named();
        boolean hasSkills = !query.policy().skills().isEmpty();
        if (!query.capabilities().skillAuthoring()) {
            TOOLS.stream()
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
    public Uni<ToolOutcome> call(ToolInvocation invocation) {
        return invocation.toolId().equals(SkillSchemas.ACTIVATE) ? activate(invocation) : register(invocation);
    }

    private Uni<ToolOutcome> activate(ToolInvocation invocation) {
        String name = text(invocation, SkillSchemas.SKILL_NAME);
        boolean granted = invocation.caller().resources().skills().stream()
                .anyMatch(skill -> skill.skillName().equals(name));
        if (!granted) {
            return refused(FailureCode.UNAUTHORIZED, "This skill is not granted to this agent run");
        }
        String file = invocation.arguments().path(SkillSchemas.FILE).textValue();
        return withRetries(
                        invocation,
                        contextStore.skill(new SkillQuestion(invocation.caller().workspaceId(), name)))
                .map(answer -> SkillAnswers.activated(answer, file))
                .onFailure()
                .recoverWithItem(SkillTools::unavailable);
    }

    private Uni<ToolOutcome> register(ToolInvocation invocation) {
        SkillRegistration registration;
        try {
            registration = new SkillRegistration(
                    invocation.caller().workspaceId(),
                    invocation.caller().runId(),
                    invocation.caller().attempt(),
                    invocation.operationId(),
                    invocation.caller().runnerId(),
                    text(invocation, SkillSchemas.SKILL_NAME),
                    invocation.arguments().path(SkillSchemas.DISPLAY_NAME).textValue(),
                    text(invocation, SkillSchemas.DESCRIPTION),
                    text(invocation, SkillSchemas.INSTRUCTIONS));
        } catch (InvalidFieldException e) {
            return refused(FailureCode.INVALID_ARGUMENT, "parameters: " + e.field() + " " + e.why());
        }
        return limits.take(registration.workspaceId(), RateKind.BYTES_WRITTEN, bytes(registration))
                .chain(allowed -> allowed
                        ? withRetries(invocation, contextStore.register(registration))
                                .map(SkillAnswers::registered)
                                .onFailure()
                                .recoverWithItem(SkillTools::unavailable)
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

    /** Retries while the run may call and within the time limit of the call. */
    private static <T> Uni<T> withRetries(ToolInvocation invocation, Uni<T> call) {
        long retryLimit = Math.clamp(invocation.limit().toMillis(), 1, RETRY_LIMIT.toMillis());
        return call.onFailure(why -> invocation.mayCall().getAsBoolean())
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .expireIn(retryLimit);
    }

    private static ToolOutcome unavailable(Throwable why) {
        return ToolOutcome.unsure(FailureCode.RUNTIME_ERROR, "the host could not do this now");
    }

    private static String text(ToolInvocation invocation, String field) {
        return invocation.arguments().path(field).asText("");
    }

    private static Uni<ToolOutcome> refused(FailureCode code, String message) {
        return Uni.createFrom().item(ToolOutcome.refused(code, message));
    }
}
