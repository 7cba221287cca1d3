package dev.agenthost.orchestrator.context;

import dev.agenthost.protocol.error.FailureCode;

/** What context-store says to a question. That it cannot be reached is no answer: then the {@code Uni} fails. */
public sealed interface ContextStoreResponse<T> {
    record Answered<T>(T value) implements ContextStoreResponse<T> {}

    /** A "no" that asking again does not change, unless the code is retryable. */
    record Refused<T>(FailureCode code, String detail) implements ContextStoreResponse<T> {}
}
