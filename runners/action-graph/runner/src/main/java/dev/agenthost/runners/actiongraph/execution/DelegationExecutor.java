package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.graph.Suspension;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.runners.actiongraph.registry.ConfiguredExecutor;
import dev.agenthost.runners.actiongraph.registry.GrantedExecutors;
import dev.agenthost.sdk.RunView;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.Delegations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gives an action to another agent: the named one, or that of a pipeline. The task has the name of the attempt, so a repetition has the same
 * run. The attempt then waits for the end of that run.
 */
final class DelegationExecutor implements ActionExecutor {
    private static final String CODE = "agent.failed";
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(2);
    /** Readings of results without their end, about 10 seconds, after which they are taken as they are. */
    private static final int MOST_INCOMPLETE = 8;

    private final Delegations delegations;
    private final GrantedExecutors granted;

    DelegationExecutor(Delegations delegations, GrantedExecutors granted) {
        this.delegations = delegations;
        this.granted = granted;
    }

    @Override
    public ActionOutcome execute(ActionCall call) {
        String agent = call.executor().type() == ExecutorType.PIPELINE
                ? granted.configuration(call.executor())
                        .map(ConfiguredExecutor::agent)
                        .orElse("")
                : call.executor().name();
        if (agent.isEmpty()) {
            return ActionOutcome.refused("executor.unavailable", "The pipeline is not configured.");
        }
        try {
            Delegation task = new Delegation(
                    call.name().toString(),
                    agent,
                    call.budget().seconds(),
                    null,
                    call.budget().limits());
            return new ActionOutcome.Suspended(
                    Suspension.ASSIGNMENT, delegations.delegate(task, call.task(), null), null);
        } catch (AgentApiException why) {
            return ActionOutcome.of(why, CODE, reason(why));
        }
    }

    /**
     * Waits for the end of a delegated run. An interrupt ends the wait, not the run.
     *
     * @param stop ends the wait once the host has said that the run has not ended: the host does not send an event about an end that it has
     *     told before
     * @return null if the wait was stopped
     */
    @Nullable
    ActionOutcome await(String run, CountDownLatch stop) throws InterruptedException {
        Duration delay = FIRST_DELAY;
        int incomplete = 0;
        while (true) {
            Observation seen = observe(run);
            if (seen.outcome() != null && (seen.isKnown() || ++incomplete > MOST_INCOMPLETE)) {
                return seen.outcome();
            }
            if (!seen.isKnown()) {
                Thread.sleep(delay);
            } else if (stop.await(delay.toMillis(), TimeUnit.MILLISECONDS)) {
                return null;
            }
            delay = delay.multipliedBy(2).compareTo(LONGEST_DELAY) < 0 ? delay.multipliedBy(2) : LONGEST_DELAY;
        }
    }

    /** The outcome of a delegated run; empty if it has not ended, or if the host cannot answer, or not completely, now. */
    Optional<ActionOutcome> outcome(String run) {
        Observation seen = observe(run);
        return seen.isKnown() ? Optional.ofNullable(seen.outcome()) : Optional.empty();
    }

    /**
     * The host's answer about a delegated run.
     *
     * @param isKnown false if the host could not answer, or if the last results of a run that has ended are not stored yet
     * @param outcome null if the run has not ended
     */
    private record Observation(boolean isKnown, @Nullable ActionOutcome outcome) {}

    private Observation observe(String run) {
        try {
            RunView view = delegations.get(run);
            if (!view.hasEnded()) {
                return new Observation(true, null);
            }
            List<ObjectNode> results = delegations.results(run);
            return new Observation(DelegatedResult.isComplete(view, results), DelegatedResult.of(view, results));
        } catch (AgentApiException why) {
            return why.retryable()
                    ? new Observation(false, null)
                    : new Observation(true, new ActionOutcome.Unreported(new ActionFailure(CODE, reason(why))));
        }
    }

    /** Cancels a delegated run whose result is not wanted any more. */
    void cancel(String run) {
        try {
            delegations.cancel(run, "the action was cancelled");
        } catch (AgentApiException ended) {
            // Its own deadline ends it.
        }
    }

    private static String reason(AgentApiException why) {
        return Objects.requireNonNullElse(why.getMessage(), "The agent could not be asked.");
    }
}
