package dev.agenthost.orchestrator.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The response of a provider, or the reason for its absence. */
public sealed interface ProviderResponse<T> {
    record Answered<T>(T value) implements ProviderResponse<T> {}

    /** An outcome without a usable response. */
    sealed interface Failure<T> extends ProviderResponse<T> {}

    /** @param body the response body, possibly truncated; it must be redacted before any use */
    record Refused<T>(int status, @Nullable Duration retryAfter, String body) implements Failure<T> {}

    /** The provider is unreachable; nothing was sent. */
    record Unreachable<T>() implements Failure<T> {}

    /** The address is invalid, or the host may not call it. */
    record Forbidden<T>(String why) implements Failure<T> {}

    record TooLate<T>() implements Failure<T> {}

    record TooLarge<T>() implements Failure<T> {}

    /** The response is malformed or incomplete. */
    record Unreadable<T>(String why) implements Failure<T> {}
}
