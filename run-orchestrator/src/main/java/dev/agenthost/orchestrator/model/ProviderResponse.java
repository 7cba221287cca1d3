package dev.agenthost.orchestrator.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a provider answered, if it did. */
public sealed interface ProviderResponse<T> {
    record Answered<T>(T value) implements ProviderResponse<T> {}

    /** Everything else. */
    sealed interface Trouble<T> extends ProviderResponse<T> {}

    /** @param said the body, or its beginning: not for anybody's eyes before it is scrubbed */
    record Refused<T>(int status, @Nullable Duration retryAfter, String said) implements Trouble<T> {}

    /** Nobody was there; nothing was sent. */
    record Unreachable<T>() implements Trouble<T> {}

    /** The address is none, or none that may be called. */
    record Forbidden<T>(String why) implements Trouble<T> {}

    record TooLate<T>() implements Trouble<T> {}

    record TooLarge<T>() implements Trouble<T> {}

    /** It answered with what is no answer, or broke off. */
    record Unreadable<T>(String why) implements Trouble<T> {}
}
