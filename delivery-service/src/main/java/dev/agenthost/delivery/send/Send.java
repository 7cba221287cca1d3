package dev.agenthost.delivery.send;

import org.jspecify.annotations.Nullable;

/**
 * One complete part to send: every send of it has these bytes.
 *
 * @param conversationKey order is kept among the sends of one conversation and destination
 * @param body exact bytes, not to be changed
 * @param traceparent of the record that asked for it, where known
 */
public record Send(
        SendKey key,
        String conversationKey,
        Destination destination,
        byte[] body,
        @Nullable String traceparent) {

    /** The lane it waits in. */
    public String lane() {
        return destination.lane(conversationKey);
    }
}
