package dev.agenthost.orchestrator.context;

import dev.agenthost.protocol.error.FailureCode;

/** The answer of context-store. If context-store is unreachable, there is no answer and the {@code Uni} fails. */
public sealed interface ContextStoreResponse<T> {
    record Answered<T>(T value) implements ContextStoreResponse<T> {}

    /** A refusal; a retry gets the same refusal, unless the code is retryable. */
    record Refused<T>(FailureCode code, String detail) implements ContextStoreResponse<T> {}
}
