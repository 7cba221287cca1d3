package dev.agenthost.orchestrator.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The answer of a provider, or the reason for its absence. */
public sealed interface ProviderResponse<T> {
    record Answered<T>(T value) implements ProviderResponse<T> {}

    /** Every other outcome. */
    sealed interface Trouble<T> extends ProviderResponse<T> {}

    /** @param said the body, or its beginning; it must be redacted before any use */
    record Refused<T>(int status, @Nullable Duration retryAfter, String said) implements Trouble<T> {}

    /** The provider is unreachable; nothing was sent. */
    record Unreachable<T>() implements Trouble<T> {}

    /** The address is invalid, or the host may not call it. */
    record Forbidden<T>(String why) implements Trouble<T> {}

    record TooLate<T>() implements Trouble<T> {}

    record TooLarge<T>() implements Trouble<T> {}

    /** The answer is malformed or broke off. */
    record Unreadable<T>(String why) implements Trouble<T> {}
}
