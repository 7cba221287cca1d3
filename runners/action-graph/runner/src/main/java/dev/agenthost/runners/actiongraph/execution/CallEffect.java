package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.sdk.host.AgentApiException;

/** The effect of a call of a tool or an agent that has failed, as far as the error of the host states it. */
enum CallEffect {
    /** No effect, and a repetition has none either: the host or the executor refuses the call as it is. */
    REFUSED,
    /** No effect; a repetition may succeed. */
    NONE,
    /** The call may have had its effect. */
    UNKNOWN;

    /** The effect by the code of the error, and by {@code retryable}, which the host states of a call that certainly had no effect. */
    static CallEffect of(AgentApiException why) {
        if (why.is(FailureCode.INVALID_ARGUMENT) || why.is(FailureCode.UNAUTHORIZED) || why.is(FailureCode.NOT_FOUND)) {
            return REFUSED;
        }
        if (why.is(FailureCode.RATE_LIMITED)) {
            return NONE;
        }
        // The SDK calls a missing answer deadline_exceeded, which has no statement of the host.
        return why.retryable() && !why.is(FailureCode.DEADLINE_EXCEEDED) ? NONE : UNKNOWN;
    }
}
