package dev.agenthost.context.transcript.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.mutiny.sqlclient.Tuple;

/** Common parts of the queries about a conversation. */
public final class ConversationQueries {
    /** Selects the conversation's number by the first four values. */
    static final String CONVERSATION = """
            (select id from context.conversations
             where workspace_id = $1 and bot_id = $2 and conversation_id = $3 and thread_id = $4)
            """;

    private ConversationQueries() {}

    /** Returns the first four values. */
    public static Tuple in(ConversationRef conversation) {
        return Tuple.tuple()
                .addString(conversation.workspaceId())
                .addString(conversation.botId())
                .addString(conversation.conversationId())
                .addString(conversation.threadId());
    }

    static JsonNode json(String stored) {
        try {
            return ProtocolCodec.mapper().readTree(stored);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database has invalid JSON", e);
        }
    }
}
