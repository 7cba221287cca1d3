package dev.agenthost.delivery.takeover.http;

import dev.agenthost.delivery.takeover.SentMessage;
import dev.agenthost.delivery.takeover.Takeover;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A takeover as clients see it.
 *
 * @param surface of the bot's answers
 * @param operator name of the API key
 * @param callsUnderWay calls of the agent that began before and have not ended; absent in lists
 */
record TakeoverDocument(
        String botId,
        String conversationId,
        @Nullable String threadId,
        String surface,
        String operator,
        boolean active,
        Instant begunAt,
        Instant until,
        @Nullable Instant endedAt,
        @Nullable Integer callsUnderWay) {

    static TakeoverDocument of(Takeover takeover, Instant now, @Nullable Integer callsUnderWay) {
        return new TakeoverDocument(
                takeover.conversation().botId(),
                takeover.conversation().conversationId(),
                takeover.conversation().threadId(),
                takeover.surface(),
                takeover.operator().name(),
                takeover.isActive(now),
                takeover.begunAt(),
                takeover.until(),
                takeover.endedAt(),
                callsUnderWay);
    }

    /** The body of a start. */
    record Start(@Nullable Instant until) {}

    /** The body of a message. */
    record NewMessage(@Nullable String messageId, @Nullable String text) {}

    /** A message of an operator with its status. */
    record MessageView(
            String messageId,
            String text,
            String operator,
            String status,
            Instant createdAt,
            @Nullable String platformMessageId,
            @Nullable String errorCode) {
        static MessageView of(SentMessage sent) {
            return new MessageView(
                    sent.message().messageId(),
                    sent.message().text(),
                    sent.operator(),
                    sent.status().stored(),
                    sent.createdAt(),
                    sent.platformMessageId(),
                    sent.errorCode());
        }
    }

    /** The messages of operators in a conversation, newest first. */
    record Messages(List<MessageView> items) {}
}
