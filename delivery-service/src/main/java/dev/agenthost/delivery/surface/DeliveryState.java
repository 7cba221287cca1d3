package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.run.DeliveryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What has been said of a run, and to whom more would be said.
 *
 * @param context the surface of the event, from {@code run.started}
 * @param policy what the binding wants, from {@code run.started}
 * @param parts parts made so far, over all attempts
 * @param spoken how many messages the newest attempt has said
 * @param said digest of each message said, in order; the newest attempt has said the first {@code spoken} of them
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

    /** Nothing is known of the run yet. */
    public static final DeliveryState UNKNOWN =
            new DeliveryState(null, null, null, null, null, null, 0, 0, List.of(), PartAttachments.NONE);

    public DeliveryState {
        said = List.copyOf(said);
        if (parts < 0 || spoken < 0 || spoken > said.size()) {
            throw new IllegalArgumentException("spoken " + spoken + " of " + said.size() + " messages, parts " + parts);
        }
    }

    /** Creates a state without enclosures for the next part. */
    public DeliveryState(
            @Nullable UUID eventId,
            @Nullable String botId,
            @Nullable String conversationId,
            @Nullable String threadId,
            @Nullable DeliveryContext context,
            @Nullable DeliveryPolicy policy,
            int parts,
            int spoken,
            List<String> said) {
        this(eventId, botId, conversationId, threadId, context, policy, parts, spoken, said, PartAttachments.NONE);
    }

    /** A new attempt begins: it speaks from the beginning, and what it repeats word for word is not said again. */
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

    /** True when this attempt would now say what an older one said at the same place. */
    boolean repeats(String digest) {
        return spoken < said.size() && said.get(spoken).equals(digest);
    }

    /** True when the newest attempt has said this already. */
    boolean hasSaid(String digest) {
        return said.subList(0, spoken).contains(digest);
    }

    DeliveryState repeated() {
        return new DeliveryState(
                eventId,
                botId,
                conversationId,
                threadId,
                context,
                policy,
                parts,
                spoken + 1,
                said,
                PartAttachments.NONE);
    }

    DeliveryState saidNow(String digest) {
        List<String> now = new ArrayList<>(said.subList(0, spoken));
        now.add(digest);
        return new DeliveryState(
                eventId,
                botId,
                conversationId,
                threadId,
                context,
                policy,
                parts + 1,
                spoken + 1,
                now,
                PartAttachments.NONE);
    }

    /** One more part was made that is no message of the agent. */
    DeliveryState another() {
        return new DeliveryState(
                eventId,
                botId,
                conversationId,
                threadId,
                context,
                policy,
                parts + 1,
                spoken,
                said,
                PartAttachments.NONE);
    }

    /** Returns this state with the given enclosures for the next part. */
    DeliveryState enclosing(PartAttachments enclosures) {
        return new DeliveryState(
                eventId, botId, conversationId, threadId, context, policy, parts, spoken, said, enclosures);
    }
}
