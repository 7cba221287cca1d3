package dev.agenthost.sdk.harness;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.context.ConversationContext;
import dev.agenthost.protocol.error.Fields;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The owner of one native session of a harness: {@code workspace/bot/binding/runner/conversation/thread} (spec 003 §6). Two
 * conversations never share a session.
 *
 * @param lasting true if a later run can have the same key; an event outside any conversation has a key of its own
 */
public record SessionKey(String text, boolean lasting) {
    private static final int NAME_BYTES = 20;

    public SessionKey {
        Fields.text(text, "session_key");
    }

    /** The host's own key if it sends one, otherwise a key made from the fields of the conversation. */
    public static SessionKey of(AgentRunContext context) {
        ConversationContext conversation = context.conversation();
        if (conversation == null || conversation.conversationId() == null) {
            return new SessionKey("run/" + context.runId(), false);
        }
        String sent = context.runtime().metadata().path("session_key").asText("");
        return new SessionKey(sent.isBlank() ? build(conversation) : sent, true);
    }

    /** The key of the same conversation with another agent, which cannot use the session of this one. */
    public SessionKey with(String agent) {
        return new SessionKey(text + "|" + agent, lasting);
    }

    /** A folder name of 40 hexadecimal digits that reveals nothing of the key. */
    public String folder() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String build(ConversationContext conversation) {
        return Stream.of(
                        conversation.workspaceId(),
                        conversation.botId(),
                        conversation.conversationId(),
                        conversation.threadId())
                .map(part -> Objects.requireNonNullElse(part, ""))
                .map(part -> part.length() + ":" + part)
                .collect(Collectors.joining("/"));
    }
}
