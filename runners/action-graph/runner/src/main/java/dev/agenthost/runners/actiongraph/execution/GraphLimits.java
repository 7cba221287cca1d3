package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.graph.SuspensionReason;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;

/** The limits of a graph by its own declaration; those of the request may be lower. */
record GraphLimits(GraphRun graph) {
    /** The time until the deadline of the declaration. */
    Duration timeLeft(Instant now) {
        return graph.record().clock().left(duration(), now);
    }

    /** The limits of a run that an attempt delegates to now. */
    TaskBudget taskBudget(ActionBudget request) {
        Duration own = timeLeft(request.now());
        Duration left = own.compareTo(request.left()) < 0 ? own : request.left();
        OpenIterations open = graph.open();
        int sharers = (int) Stream.concat(
                        open.running().stream(), open.waiting(Set.of(SuspensionReason.ASSIGNMENT)).keySet().stream())
                .filter(id -> graph.choice(id.actionId()).isDelegation())
                .count();
        return TaskBudget.of(budget(), graph.state().usage(), request, left, Math.max(1, sharers));
    }

    /** Name of the timer of the deadline, which a change of the deadline changes. */
    String deadlineTimer(ActionBudget request) {
        Instant own = graph.record().clock().end(duration());
        Instant end = own.isBefore(request.end()) ? own : request.end();
        return graph.runId() + "/deadline/" + (end.getEpochSecond() + 1);
    }

    private BudgetPolicy budget() {
        return graph.declaration().envelope().policies().budget();
    }

    private Duration duration() {
        Integer seconds = budget().maxSeconds();
        return Duration.ofSeconds(seconds == null ? BudgetPolicy.MAX_SECONDS : seconds);
    }
}
