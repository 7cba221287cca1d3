package dev.agenthost.orchestrator.context;

import dev.agenthost.protocol.failure.FailureCode;

/** What context-store says to a question. That it cannot be reached is no answer: then the {@code Uni} fails. */
public sealed interface StoreAnswer<T> {
    record Answered<T>(T value) implements StoreAnswer<T> {}

    /** A "no" that asking again does not change, unless the code is retryable. */
    record Refused<T>(FailureCode code, String detail) implements StoreAnswer<T> {}
}
