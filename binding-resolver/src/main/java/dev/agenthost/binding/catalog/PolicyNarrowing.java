package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.run.ChoiceLimits;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.ToolNames;
import dev.agenthost.protocol.run.TurnPolicy;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A binding's restrictions of its agent's policies. An omitted policy stays as the agent has it. */
public record PolicyNarrowing(
        @Nullable ResourceLimits resourcePolicy,
        @Nullable StatePolicy statePolicy,
        @Nullable DeliveryLimits deliveryPolicy,
        @Nullable TurnPolicy turnPolicy,
        @Nullable RetryPolicy retryPolicy,
        @Nullable DeadlineLimits deadlinePolicy) {
    /** Restricts nothing. */
    public static final PolicyNarrowing NONE = new PolicyNarrowing(null, null, null, null, null, null);

    /**
     * Turn policies by the effect of a message, from the least: none, waiting, ending a run, entering a run, a parallel
     * run.
     */
    private static final List<TurnPolicy> TURNS_BY_REACH =
            List.of(TurnPolicy.REJECT, TurnPolicy.SERIAL, TurnPolicy.INTERRUPT, TurnPolicy.STEER, TurnPolicy.PARALLEL);

    private static final List<RetryPolicy> RETRIES_BY_REACH =
            List.of(RetryPolicy.NEVER, RetryPolicy.UNTOUCHED, RetryPolicy.RESUMABLE);

    /** Returns the agent's policies with these restrictions: never more than either allows. */
    public AgentPolicies narrow(AgentPolicies agent) {
        return new AgentPolicies(
                narrowed(agent.resourcePolicy()),
                narrowed(agent.statePolicy()),
                narrowed(agent.deliveryPolicy()),
                turnPolicy == null ? agent.turnPolicy() : lesser(TURNS_BY_REACH, agent.turnPolicy(), turnPolicy),
                retryPolicy == null ? agent.retryPolicy() : lesser(RETRIES_BY_REACH, agent.retryPolicy(), retryPolicy),
                narrowed(agent.deadlinePolicy()));
    }

    /** Returns the restriction of names that the agent's configuration chose by selectors. */
    public ChoiceLimits choices() {
        return resourcePolicy == null ? ChoiceLimits.NONE : resourcePolicy.choices();
    }

    private ResourcePolicy narrowed(ResourcePolicy agent) {
        return resourcePolicy == null ? agent : resourcePolicy.narrow(agent);
    }

    private StatePolicy narrowed(StatePolicy agent) {
        return statePolicy == null
                ? agent
                : new StatePolicy(agent.scopes().stream()
                        .filter(statePolicy.scopes()::contains)
                        .toList());
    }

    private DeliveryPolicy narrowed(DeliveryPolicy agent) {
        return deliveryPolicy == null ? agent : deliveryPolicy.narrow(agent);
    }

    private DeadlinePolicy narrowed(DeadlinePolicy agent) {
        return deadlinePolicy == null ? agent : deadlinePolicy.narrow(agent);
    }

    private static <T> T lesser(List<T> byReach, T one, T other) {
        return byReach.indexOf(one) <= byReach.indexOf(other) ? one : other;
    }

    /**
     * Limits of resources: each list keeps only the names in it; an empty list keeps none. {@code server/*} in one list
     * of tools keeps the names of that server in the other.
     *
     * @param allowedPlugins limits an agent that allows any plugin to these
     */
    public record ResourceLimits(
            @Nullable List<String> models,
            @Nullable List<String> tools,
            @Nullable List<String> knowledgeBases,
            @Nullable List<String> skills,
            @Nullable List<String> files,
            @Nullable List<String> storage,
            @Nullable List<String> hostApis,
            @Nullable List<String> allowedPlugins,
            @Nullable List<String> agents) {

        /** Limits that leave all agents. */
        public ResourceLimits(
                @Nullable List<String> models,
                @Nullable List<String> tools,
                @Nullable List<String> knowledgeBases,
                @Nullable List<String> skills,
                @Nullable List<String> files,
                @Nullable List<String> storage,
                @Nullable List<String> hostApis,
                @Nullable List<String> allowedPlugins) {
            this(models, tools, knowledgeBases, skills, files, storage, hostApis, allowedPlugins, null);
        }

        public ResourcePolicy narrow(ResourcePolicy agent) {
            List<String> plugins = agent.allowedPlugins();
            return new ResourcePolicy(
                    both(agent.models(), models),
                    ToolNames.both(agent.tools(), tools),
                    both(agent.knowledgeBases(), knowledgeBases),
                    both(agent.skills(), skills),
                    both(agent.files(), files),
                    both(agent.storage(), storage),
                    both(agent.hostApis(), hostApis),
                    plugins == null ? allowedPlugins : both(plugins, allowedPlugins),
                    both(agent.agents(), agents));
        }

        public ChoiceLimits choices() {
            return new ChoiceLimits(names(models), names(tools), names(knowledgeBases), names(files));
        }

        /** Returns the list without nulls, which older bindings may hold. */
        private static @Nullable List<String> names(@Nullable List<String> allowed) {
            return allowed == null
                    ? null
                    : allowed.stream().filter(Objects::nonNull).toList();
        }

        private static List<String> both(List<String> granted, @Nullable List<String> allowed) {
            return allowed == null
                    ? granted
                    : granted.stream().filter(allowed::contains).toList();
        }
    }

    /**
     * Limits of delivery: {@code streaming} can only be switched off and {@code require_output} only on; the rest is
     * the agent's.
     */
    public record DeliveryLimits(
            @Nullable Boolean streaming, @Nullable Boolean requireOutput) {
        DeliveryPolicy narrow(DeliveryPolicy agent) {
            return new DeliveryPolicy(
                    agent.target(),
                    agent.streaming() && !Boolean.FALSE.equals(streaming),
                    agent.placeholder(),
                    agent.failureText(),
                    agent.requireOutput() || Boolean.TRUE.equals(requireOutput));
        }
    }

    /** Limits of deadlines, which can only be shortened; seconds, each from 1 to a day. */
    public record DeadlineLimits(
            @Nullable Integer queueSeconds, @Nullable Integer runSeconds) {
        public DeadlineLimits {
            // The constructor of the policy checks the range.
            new DeadlinePolicy(queueSeconds == null ? 1 : queueSeconds, runSeconds == null ? 1 : runSeconds);
        }

        public DeadlinePolicy narrow(DeadlinePolicy agent) {
            return new DeadlinePolicy(
                    queueSeconds == null ? agent.queueSeconds() : Math.min(agent.queueSeconds(), queueSeconds),
                    runSeconds == null ? agent.runSeconds() : Math.min(agent.runSeconds(), runSeconds));
        }
    }
}
