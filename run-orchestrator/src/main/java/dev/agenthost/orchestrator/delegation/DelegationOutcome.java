package dev.agenthost.orchestrator.delegation;

import dev.agenthost.protocol.id.RunId;

/** The result of a delegation. */
public sealed interface DelegationOutcome {
    /**
     * The run exists or will: a repetition has the same one.
     *
     * @param isNew false for a repetition
     */
    record Delegated(RunId runId, boolean isNew) implements DelegationOutcome {}

    /** The chain has delegated something else under this name. */
    record NameTaken() implements DelegationOutcome {}

    /** The run works on a delegated task itself, and has used the budget of that task, or of one above it. */
    record OverBudget(BudgetLimit limit) implements DelegationOutcome {}

    /** The runs of one event from outside have delegated as often as permitted. */
    record TooMany(int most) implements DelegationOutcome {}

    /** The run is delegated itself as deep as permitted. */
    record TooDeep(int most) implements DelegationOutcome {}
}
