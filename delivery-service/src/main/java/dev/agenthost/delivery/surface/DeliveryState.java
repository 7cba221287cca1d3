package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.run.DeliveryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a run so far, and the destination of the next.
 *
 * @param context the surface of the event, from {@code run.started}
 * @param policy of the binding, from {@code run.started}
 * @param parts parts made so far, over all attempts
 * @param spoken number of messages of the newest attempt
 * @param said digest of each message, in order; the first {@code spoken} are of the newest attempt
 * @param enclosed artifacts and actions that the next part carries
 */
public record DeliveryState(
        @Nullable UUID eventId,
        @Nullable String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable DeliveryContext context,
        @Nullable DeliveryPolicy policy,
        int parts,
        int spoken,
        List<String> said,
        PartAttachments enclosed) {

    /** The state of a run of which no result was applied. */
    public static final DeliveryState UNKNOWN =
            new DeliveryState(null, null, null, null, null, null, 0, 0, List.of(), PartAttachments.NONE);

    public DeliveryState {
        said = List.copyOf(said);
        if (parts < 0 || spoken < 0 || spoken > said.size()) {
            throw new IllegalArgumentException("spoken " + spoken + " of " + said.size() + " messages, parts " + parts);
        }
    }

    /**
     * Returns the state of a new attempt, whose messages count from the beginning; one that equals an earlier attempt's
     * is not sent again.
     */
    DeliveryState begun(
            @Nullable UUID eventId,
            @Nullable String botId,
            @Nullable String conversationId,
            @Nullable String threadId,
            @Nullable DeliveryContext context,
            @Nullable DeliveryPolicy policy) {
        return new DeliveryState(
                eventId, botId, conversationId, threadId, context, policy, parts, 0, said, PartAttachments.NONE);
    }

    /** Returns true if this attempt's next message equals an older attempt's at the same position. */
    boolean repeats(String digest) {
        return spoken < said.size() && said.get(spoken).equals(digest);
    }

    /** Returns true if the newest attempt has sent this message already. */
    boolean hasSaid(String digest) {
        return said.subList(0, spoken).contains(digest);
    }

    DeliveryState repeated() {
        return next(parts, spoken + 1, said);
    }

    DeliveryState saidNow(String digest) {
        List<String> now = new ArrayList<>(said.subList(0, spoken));
        now.add(digest);
        return next(parts + 1, spoken + 1, now);
    }

    /** Returns the state after a part that is no message of the agent. */
    DeliveryState another() {
        return next(parts + 1, spoken, said);
    }

    /** Returns this state with the given enclosures for the next part. */
    DeliveryState enclosing(PartAttachments enclosures) {
        return new DeliveryState(
                eventId, botId, conversationId, threadId, context, policy, parts, spoken, said, enclosures);
    }

    private DeliveryState next(int nextParts, int nextSpoken, List<String> nextSaid) {
        return new DeliveryState(
                eventId,
                botId,
                conversationId,
                threadId,
                context,
                policy,
                nextParts,
                nextSpoken,
                nextSaid,
                PartAttachments.NONE);
    }
}
