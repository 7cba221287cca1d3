package dev.agenthost.context.datalifecycle;

/** The operator's limits of the retention of all classes. */
public record RetentionRules(
        RetentionLimit conversations,
        RetentionLimit audit,
        RetentionLimit artifacts,
        RetentionLimit state,
        RetentionLimit raw) {
    /** Returns the retention of each class in a workspace that has set these values. */
    public RetentionDays inEffect(RetentionDays own) {
        return new RetentionDays(
                conversations.inEffect(own.conversations()),
                audit.inEffect(own.audit()),
                artifacts.inEffect(own.artifacts()),
                state.inEffect(own.state()),
                raw.inEffect(own.raw()));
    }

    public RetentionDays maxDays() {
        return new RetentionDays(
                conversations.maxDays(), audit.maxDays(), artifacts.maxDays(), state.maxDays(), raw.maxDays());
    }
}
