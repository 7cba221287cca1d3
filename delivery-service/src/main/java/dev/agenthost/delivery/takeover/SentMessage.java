package dev.agenthost.delivery.takeover;

import dev.agenthost.delivery.send.SendStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored message of an operator, with its outcome.
 *
 * @param operator name of the API key
 * @param errorCode the reason for which it was not delivered; null for none
 */
public record SentMessage(
        OperatorMessage message,
        String operator,
        SendStatus status,
        Instant createdAt,
        @Nullable String platformMessageId,
        @Nullable String errorCode) {}
