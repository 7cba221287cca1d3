package dev.agenthost.platform.rest;

import dev.agenthost.protocol.error.FailureCode;
import org.jspecify.annotations.Nullable;

/** The reason, specific to one kind, for which a change is refused, as a text for the caller. */
public interface WriteRefusal {
    FailureCode code();

    String detail();

    /** Returns the invalid field; null without a single one. */
    default @Nullable String field() {
        return null;
    }
}
