package dev.agenthost.orchestrator.skill;

import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.rate.RateKind;
import dev.agenthost.orchestrator.rate.WorkspaceLimits;
import dev.agenthost.orchestrator.tool.ToolAnswer;
import dev.agenthost.orchestrator.tool.ToolAsking;
import dev.agenthost.orchestrator.tool.ToolFacts;
import dev.agenthost.orchestrator.tool.ToolFindings;
import dev.agenthost.orchestrator.tool.ToolQuestion;
import dev.agenthost.orchestrator.tool.ToolSource;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.InvalidFieldException;
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

    private final RunMemory memory;
    private final WorkspaceLimits limits;

    /** @param limits what workspaces may write */
    public SkillTools(RunMemory memory, WorkspaceLimits limits) {
        this.memory = memory;
        this.limits = limits;
    }

    @Override
    public boolean owns(String toolId) {
        return OURS.contains(toolId);
    }

    @Override
    public Uni<ToolFindings> find(ToolQuestion question) {
        return Uni.createFrom().item(found(question));
    }

    private static ToolFindings found(ToolQuestion question) {
        List<ToolFacts> tools = new ArrayList<>();
        List<ToolFindings.Absent> absent = new ArrayList<>();
        List<String> named = question.named();
        boolean hasSkills = !question.policy().skills().isEmpty();
        if (!question.capabilities().skillAuthoring()) {
            OURS.stream()
                    .filter(named::contains)
                    .sorted()
                    .forEach(tool ->
                            absent.add(new ToolFindings.Absent(tool, "the runner does not declare skill_authoring")));
            return new ToolFindings(tools, absent);
        }
        if (hasSkills) {
            tools.add(SkillSchemas.activate());
        } else if (named.contains(SkillSchemas.ACTIVATE)) {
            absent.add(new ToolFindings.Absent(SkillSchemas.ACTIVATE, "the policy names no skill"));
        }
        if (named.contains(SkillSchemas.REGISTER)) {
            tools.add(SkillSchemas.register());
        }
        return new ToolFindings(tools, absent);
    }

    @Override
    public Uni<ToolAnswer> call(ToolAsking asking) {
        return asking.toolId().equals(SkillSchemas.ACTIVATE) ? activate(asking) : register(asking);
    }

    private Uni<ToolAnswer> activate(ToolAsking asking) {
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

    private Uni<ToolAnswer> register(ToolAsking asking) {
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
    private static <T> Uni<T> patiently(ToolAsking asking, Uni<T> call) {
        long patience = Math.clamp(asking.limit().toMillis(), 1, PATIENCE.toMillis());
        return call.onFailure(why -> asking.mayCall().getAsBoolean())
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .expireIn(patience);
    }

    private static ToolAnswer unsaid(Throwable why) {
        return ToolAnswer.refused(FailureCode.RUNTIME_ERROR, "the host could not do this now");
    }

    private static String text(ToolAsking asking, String field) {
        return asking.arguments().path(field).asText("");
    }

    private static Uni<ToolAnswer> refused(FailureCode code, String message) {
        return Uni.createFrom().item(ToolAnswer.refused(code, message));
    }
}
