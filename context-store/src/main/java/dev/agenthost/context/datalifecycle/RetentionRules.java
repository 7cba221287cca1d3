package dev.agenthost.context.datalifecycle;

/** What the operator says of all classes. */
public record RetentionRules(
        RetentionLimit conversations,
        RetentionLimit audit,
        RetentionLimit artifacts,
        RetentionLimit state,
        RetentionLimit raw) {
    /** How long a workspace that says this keeps each. */
    public RetentionDays inEffect(RetentionDays own) {
        return new RetentionDays(
                conversations.inEffect(own.conversations()),
                audit.inEffect(own.audit()),
                artifacts.inEffect(own.artifacts()),
                state.inEffect(own.state()),
                raw.inEffect(own.raw()));
    }

    public RetentionDays most() {
        return new RetentionDays(conversations.most(), audit.most(), artifacts.most(), state.most(), raw.most());
    }
}
