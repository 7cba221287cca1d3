package dev.agenthost.platform.rest;

import dev.agenthost.protocol.error.FailureCode;
import org.jspecify.annotations.Nullable;

/** The reason of one kind for which a change is refused, in words for the caller. */
public interface WriteRefusal {
    FailureCode code();

    String detail();

    /** Returns the field that is wrong; null where no single one is. */
    default @Nullable String field() {
        return null;
    }
}
