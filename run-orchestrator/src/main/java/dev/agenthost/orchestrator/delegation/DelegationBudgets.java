package dev.agenthost.orchestrator.delegation;

import dev.agenthost.orchestrator.run.ClaimedRun;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The budgets of delegated tasks. A run that nobody has delegated has none, and costs no statement. */
public final class DelegationBudgets {
    /** The time in which a counting statement is repeated; a model has answered by then, so its answer is not withheld for longer. */
    private static final Duration RETRY_LIMIT = Duration.ofSeconds(10);

    private final BudgetRepository repository;

    public DelegationBudgets(BudgetRepository repository) {
        this.repository = repository;
    }

    /** Returns true if what the run uses is counted. */
    public boolean counts(ClaimedRun run) {
        return run.lineage().depth() > 0;
    }

    /** Admits the call of a model; does not count it. */
    public Uni<Optional<BudgetLimit>> admitModelCall(ClaimedRun run) {
        return take(run, 0);
    }

    /** Admits the call of a tool, and counts it. */
    public Uni<Optional<BudgetLimit>> takeCall(ClaimedRun run) {
        return take(run, 1);
    }

    private Uni<Optional<BudgetLimit>> take(ClaimedRun run, int calls) {
        return counts(run)
                ? repository.take(run.workspaceId(), run.lineage(), calls)
                : Uni.createFrom().item(Optional.empty());
    }

    /** Adds the call of a model. */
    public Uni<Void> add(ClaimedRun run, long tokens) {
        return add(run, tokens, 1, 0);
    }

    /** Performs a delegation that counts as a call, unless it repeats an earlier one or is refused. */
    Uni<DelegationOutcome> counting(ClaimedRun run, Uni<DelegationOutcome> delegation) {
        if (!counts(run)) {
            return delegation;
        }
        Function<DelegationOutcome, Uni<DelegationOutcome>> settled =
                outcome -> outcome instanceof DelegationOutcome.Delegated delegated && delegated.isNew()
                        ? Uni.createFrom().item(outcome)
                        : add(run, 0, 0, -1).replaceWith(outcome);
        return takeCall(run)
                .chain(limit -> limit.isPresent()
                        ? Uni.createFrom().<DelegationOutcome>item(new DelegationOutcome.OverBudget(limit.get()))
                        : delegation.chain(settled::apply));
    }

    private Uni<Void> add(ClaimedRun run, long tokens, int modelCalls, int calls) {
        return repository
                .add(run.workspaceId(), run.lineage(), tokens, modelCalls, calls)
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .expireIn(RETRY_LIMIT.toMillis());
    }
}
