package dev.agenthost.gateway.deadletter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter with its content, to the byte.
 *
 * @param headers all of them in their order, those of the dead letter included
 */
public record DeadLetterContent(
        DeadLetterRecord record, List<HeaderValue> headers, byte @Nullable [] key, byte @Nullable [] value) {
    public DeadLetterContent {
        headers = List.copyOf(headers);
    }

    /** A header of a record; the same name may occur twice. */
    public record HeaderValue(String name, byte @Nullable [] value) {}
}
