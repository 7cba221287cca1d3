package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.topic.ConversationKey;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A conversation, always with its workspace and bot: the same id elsewhere is another conversation.
 *
 * @param threadId empty where there is no thread
 */
public record ConversationRef(String workspaceId, String botId, String conversationId, String threadId) {
    /** Parses a conversation key; empty for the key of an event outside any conversation, and for an invalid key. */
    public static Optional<ConversationRef> of(ConversationKey key) {
        String[] parts = key.value().split("/", -1);
        if (parts.length != 4) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new ConversationRef(decode(parts[0]), decode(parts[1]), decode(parts[2]), decode(parts[3])));
        } catch (IllegalArgumentException notPercentEncoded) {
            return Optional.empty();
        }
    }

    // The key has only unreserved characters, so a plus never means a blank.
    private static String decode(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
