package dev.agenthost.context.transcript;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What happened in a conversation, as the log has it. */
public sealed interface EventLogRecord permits LoggedEvent, LoggedFact {
    /** Its number in its conversation; null outside any. */
    @Nullable
    Long seq();

    /** When the host took it. */
    Instant at();
}
