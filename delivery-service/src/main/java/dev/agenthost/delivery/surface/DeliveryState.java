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
 * @param messageCount number of the messages that the newest attempt has sent, repeated or passed over
 * @param messageDigests digest of each message of all attempts, in the order of sending
 * @param attachments artifacts and actions that the next part carries
 */
public record DeliveryState(
        @Nullable UUID eventId,
        @Nullable String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable DeliveryContext context,
        @Nullable DeliveryPolicy policy,
        int parts,
        int messageCount,
        List<String> messageDigests,
        PartAttachments attachments) {

    /** The state of a run of which no result was applied. */
    public static final DeliveryState UNKNOWN =
            new DeliveryState(null, null, null, null, null, null, 0, 0, List.of(), PartAttachments.NONE);

    public DeliveryState {
        messageDigests = List.copyOf(messageDigests);
        if (parts < 0 || messageCount < 0 || messageCount > messageDigests.size()) {
            throw new IllegalArgumentException(
                    "message_count " + messageCount + " of " + messageDigests.size() + " digests, parts " + parts);
        }
    }

    /**
     * Returns the state of a new attempt, whose messages count from the beginning; one that equals a message of an earlier
     * attempt is not sent again.
     */
    DeliveryState startAttempt(
            @Nullable UUID eventId,
            @Nullable String botId,
            @Nullable String conversationId,
            @Nullable String threadId,
            @Nullable DeliveryContext context,
            @Nullable DeliveryPolicy policy) {
        return new DeliveryState(
                eventId,
                botId,
                conversationId,
                threadId,
                context,
                policy,
                parts,
                0,
                messageDigests,
                PartAttachments.NONE);
    }

    /**
     * Returns true if this attempt's next message equals one that only older attempts have sent. An attempt that goes on where an older
     * one was lost leaves messages out, so those before it are passed over.
     */
    boolean repeatsMessage(String digest) {
        return messageDigests.subList(messageCount, messageDigests.size()).contains(digest);
    }

    /** Returns true if the newest attempt has sent this message already. */
    boolean hasSent(String digest) {
        return messageDigests.subList(0, messageCount).contains(digest);
    }

    DeliveryState withRepeatedMessage(String digest) {
        int position =
                messageDigests.subList(messageCount, messageDigests.size()).indexOf(digest);
        return next(parts, messageCount + position + 1, messageDigests);
    }

    DeliveryState sent(String digest) {
        List<String> now = new ArrayList<>(messageDigests);
        now.add(digest);
        return next(parts + 1, now.size(), now);
    }

    /** Returns the state after a part that is no message of the agent. */
    DeliveryState withPart() {
        return next(parts + 1, messageCount, messageDigests);
    }

    /** Returns this state with these attachments for the next part. */
    DeliveryState withAttachments(PartAttachments attachments) {
        return new DeliveryState(
                eventId,
                botId,
                conversationId,
                threadId,
                context,
                policy,
                parts,
                messageCount,
                messageDigests,
                attachments);
    }

    private DeliveryState next(int nextParts, int nextCount, List<String> nextDigests) {
        return new DeliveryState(
                eventId,
                botId,
                conversationId,
                threadId,
                context,
                policy,
                nextParts,
                nextCount,
                nextDigests,
                PartAttachments.NONE);
    }
}
