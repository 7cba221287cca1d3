package dev.agenthost.orchestrator.delegation;

/** A limit of the budget of a delegated task that is used up. */
public enum BudgetLimit {
    TOKENS("tokens of models"),
    CALLS("calls");

    private final String words;

    BudgetLimit(String words) {
        this.words = words;
    }

    /** Returns the sentence for the runner. */
    public String sentence() {
        return "The " + words + " of the delegated task are used up";
    }
}
