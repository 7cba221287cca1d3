package dev.agenthost.protocol.context;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** The extent of the inlined context, and of the omitted one (spec 000 §5.8). */
public record InlineContextPolicy(
        InlineMode mode,
        int deliveredCount,
        @Nullable Integer sourceTotalCount,
        boolean messagesComplete,
        @Nullable String reason) {
    public InlineContextPolicy {
        Fields.required(mode, "mode");
    }

    /** The current event only; the runner fetches the history. */
    public static InlineContextPolicy currentEvent() {
        return new InlineContextPolicy(InlineMode.CURRENT_EVENT, 0, null, false, "current_event_only");
    }
}
