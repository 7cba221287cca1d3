package dev.agenthost.delivery.send;

import org.jspecify.annotations.Nullable;

/**
 * One complete part to send: every send of it has these bytes.
 *
 * @param conversationKey sends of one conversation to one destination stay in order
 * @param body exact bytes, not to be changed
 * @param traceparent of the run's record, if known
 */
public record Send(
        SendKey key,
        String conversationKey,
        Destination destination,
        byte[] body,
        @Nullable String traceparent) {

    /** Returns the lane of the send. */
    public String lane() {
        return destination.lane(conversationKey);
    }
}
