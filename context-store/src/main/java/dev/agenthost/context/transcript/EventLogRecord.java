package dev.agenthost.context.transcript;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event or fact of a conversation in the event log. */
public sealed interface EventLogRecord permits LoggedEvent, LoggedFact {
    /** Returns the number in the conversation; null outside any. */
    @Nullable
    Long seq();

    /** Returns the time at which the host accepted it. */
    Instant at();
}
