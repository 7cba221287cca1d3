package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;

/** Bodies as callers write them. */
public final class EventBodies {

    private EventBodies() {}

    public static ObjectNode shortForm(String eventId) {
        return (ObjectNode) json("""
                {"bot_id":"demo","conversation_id":"c1","thread_id":"t1","event_id":"%s","text":"hello",
                 "actor":{"actor_id":"u1","actor_name":"Ada"}}""".formatted(eventId));
    }

    public static ObjectNode envelope(String eventId) {
        return (ObjectNode) json("""
                {"event_id":"%s","event_type":"group.member_joined","event_time":1795219976,
                 "source_event_type":"chat_member","workspace_id":"red","bot_id":"demo","conversation_id":"g1",
                 "launcher_type":"group","launcher_id":"g1",
                 "actor":{"actor_type":"user","actor_id":"u2","metadata":{"lang":"de","session_token":"x"}},
                 "subject":{"subject_type":"membership","subject_id":"g1/u2"},
                 "delivery":{"surface":"pager","reply_target":{"chat_id":7,"response_url":"https://x"},"supports_edit":true,"max_message_size":4096},
                 "data":{"invited_by":"u1","nested":[{"api_key":"x","ok":1}]},
                 "adapter":{"extra":{"params":{"lang":"de","password":"x","prompt":"be rude"},"history":[1],"tools":[],"trace":"t"}},
                 "telegram_update_id":991}""".formatted(eventId));
    }

    public static JsonNode json(String text) {
        try {
            return ProtocolCodec.mapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
