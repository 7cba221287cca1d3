package dev.agenthost.context.datalifecycle.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.datalifecycle.Rebuild;
import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads and writes the JSON of rebuilds. */
final class RebuildBodies {
    private RebuildBodies() {}

    record Named(
            @Nullable String botId,
            @Nullable String conversationId,
            @Nullable String threadId) {}

    static ConversationScope scope(String workspaceId, byte[] body) {
        Named named = RequestBodyReader.read(body, Named.class);
        return RequestBodyReader.checked(() -> new ConversationScope(
                workspaceId,
                text(named.botId(), "bot_id"),
                text(named.conversationId(), "conversation_id"),
                named.threadId() == null ? null : text(named.threadId(), "thread_id")));
    }

    static byte[] of(Rebuild rebuild) {
        Instant done = rebuild.doneAt();
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("rebuild_id", rebuild.rebuildId().toString())
                .put("status", rebuild.isDone() ? "done" : "running")
                .put("bot_id", rebuild.conversation().botId())
                .put("conversation_id", rebuild.conversation().conversationId())
                .put("thread_id", rebuild.conversation().threadId())
                .put("asked_at", rebuild.requestedAt().toString())
                .put("done_at", done == null ? null : done.toString())
                .put("entries", rebuild.entries())
                .put("changed", rebuild.changed())
                .put("removed", rebuild.removed());
        return ProtocolCodec.encode(body);
    }

    private static String text(@Nullable String value, String field) {
        String text = Fields.text(value, field);
        if (!StoredText.fits(text)) {
            throw RequestBodyReader.invalid(field, StoredText.WHY);
        }
        return text;
    }
}
