package dev.agenthost.gateway.deadletter;

/**
 * An order to redrive dead letters of one topic.
 *
 * @param repeat true if dead letters whose redrive began before are redriven once more
 * @param redriveId a UUID of this request
 * @param by id of the key
 */
public record RedriveRequest(
        DeadLetterTopic topic, DeadLetterFilter filter, boolean repeat, String redriveId, String by) {

    /** Returns the filter for the dead letters that this request may redrive. */
    DeadLetterFilter selection() {
        return repeat
                ? filter
                : new DeadLetterFilter(filter.scope(), filter.reason(), RedriveStatus.OPEN, filter.ranges());
    }
}
