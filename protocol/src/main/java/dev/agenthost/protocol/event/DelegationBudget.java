package dev.agenthost.protocol.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The most that a delegated run may use, together with the runs that continue it and those that it delegates to. The host counts and refuses.
 *
 * @param tokens tokens of model calls, 1 to {@value #MOST_TOKENS}; no further call begins once they are used. Null for no limit
 * @param calls calls of tools and delegations, 0 to {@value #MOST_CALLS}; null for no limit
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DelegationBudget(
        @Nullable Long tokens, @Nullable Integer calls) {
    public static final long MOST_TOKENS = 1_000_000_000;
    public static final int MOST_CALLS = 1_000_000;

    public DelegationBudget {
        if (tokens != null) {
            Fields.within(tokens, 1, MOST_TOKENS, "tokens");
        }
        if (calls != null) {
            Fields.within(calls, 0, MOST_CALLS, "calls");
        }
    }
}
