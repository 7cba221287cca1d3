package dev.agenthost.protocol.result;

import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.Fields;
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

    /** As the host says it. */
    public static RunFailed of(FailureCode code, String error) {
        return new RunFailed(code.wire(), error, code.retryable(), code.sentence());
    }
}
