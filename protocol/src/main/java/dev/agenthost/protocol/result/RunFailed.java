package dev.agenthost.protocol.result;

import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.run.DeliveryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.failed}: the run ended badly. Strict, terminal.
 *
 * @param code a {@link FailureCode}, or the runner's own
 * @param error for operators; it never reaches a person
 * @param retryable whether the whole run could be tried again
 * @param userMessage the host's plain sentence for a person
 */
public record RunFailed(
        String code,
        String error,
        Boolean retryable,
        @Nullable String userMessage) implements ResultPayload {
    public RunFailed {
        Fields.text(code, "code");
        Fields.required(error, "error");
        Fields.required(retryable, "retryable");
    }

    /** The same failure, in the binding's own words for a person where its policy has some. */
    public RunFailed inWordsOf(DeliveryPolicy policy) {
        return policy.failureText() == null ? this : new RunFailed(code, error, retryable, policy.failureText());
    }

    /** As the host says it. */
    public static RunFailed of(FailureCode code, String error) {
        return new RunFailed(code.wire(), error, code.retryable(), code.sentence());
    }
}
