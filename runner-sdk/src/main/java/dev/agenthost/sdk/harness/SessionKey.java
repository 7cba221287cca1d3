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
 * What one native session of a harness belongs to: {@code workspace/bot/binding/runner/conversation/thread} (spec 003 §6). Two
 * conversations never share one.
 *
 * @param lasting whether a later run can have the same; an event outside any conversation has a key of its own
 */
public record SessionKey(String text, boolean lasting) {
    private static final int NAME_BYTES = 20;

    public SessionKey {
        Fields.text(text, "session_key");
    }

    /** The host's own key where it sends one, and otherwise one of what it says of the conversation. */
    public static SessionKey of(AgentRunContext context) {
        ConversationContext where = context.conversation();
        if (where == null || where.conversationId() == null) {
            return new SessionKey("run/" + context.runId(), false);
        }
        String sent = context.runtime().metadata().path("session_key").asText("");
        return new SessionKey(sent.isBlank() ? made(where) : sent, true);
    }

    /** The same conversation with another agent: a session of one is nothing to another. */
    public SessionKey with(String agent) {
        return new SessionKey(text + "|" + agent, lasting);
    }

    /** A name for a folder, 40 hexadecimal digits, of which nothing of the key can be read. */
    public String folder() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String made(ConversationContext where) {
        return Stream.of(where.workspaceId(), where.botId(), where.conversationId(), where.threadId())
                .map(part -> Objects.requireNonNullElse(part, ""))
                .map(part -> part.length() + ":" + part)
                .collect(Collectors.joining("/"));
    }
}
