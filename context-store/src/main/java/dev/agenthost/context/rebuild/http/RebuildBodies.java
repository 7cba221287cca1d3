package dev.agenthost.context.rebuild.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.conversation.ConversationScope;
import dev.agenthost.context.rebuild.Rebuild;
import dev.agenthost.context.text.StoredText;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Instant;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rebuilds as people ask for them and see them. */
final class RebuildBodies {
    private static final Set<String> FIELDS = Set.of("bot_id", "conversation_id", "thread_id");

    private RebuildBodies() {}

    static ConversationScope scope(String workspaceId, byte[] body) {
        JsonNode given = object(body);
        for (Iterator<String> names = given.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!FIELDS.contains(name)) {
                throw invalid(name, "is no field here");
            }
        }
        return new ConversationScope(
                workspaceId, required(given, "bot_id"), required(given, "conversation_id"), text(given, "thread_id"));
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
                .put("asked_at", rebuild.askedAt().toString())
                .put("done_at", done == null ? null : done.toString())
                .put("entries", rebuild.entries())
                .put("changed", rebuild.changed())
                .put("removed", rebuild.removed());
        return ProtocolCodec.encode(body);
    }

    private static JsonNode object(byte[] body) {
        try {
            JsonNode given = ProtocolCodec.readTree(body);
            if (given.isObject()) {
                return given;
            }
        } catch (UndecodableException e) {
            // Answered below, like every other body that is none.
        }
        throw new ProblemException(FailureCode.INVALID_ARGUMENT, "The body is no JSON object.");
    }

    private static String required(JsonNode given, String field) {
        String text = text(given, field);
        if (text == null) {
            throw invalid(field, "is missing");
        }
        return text;
    }

    private static @Nullable String text(JsonNode given, String field) {
        JsonNode value = given.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        String text = value.textValue();
        if (text == null || text.isBlank()) {
            throw invalid(field, "must be a text that is not blank");
        }
        if (!StoredText.fits(text)) {
            throw invalid(field, StoredText.WHY);
        }
        return text;
    }

    private static ProblemException invalid(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + why + ".", field);
    }
}
