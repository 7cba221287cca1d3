package dev.agenthost.testkit.onebot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The chats of an account, with the actions that send messages (https://github.com/botuniverse/onebot-11/blob/master/api/public.md). */
final class OneBotChats {
    /** The actions, each with the parameter of its chat. */
    static final Map<String, String> TARGETS = Map.of("send_private_msg", "user_id", "send_group_msg", "group_id");

    private final List<OneBotMessage> sent = new CopyOnWriteArrayList<>();
    private final AtomicLong nextId = new AtomicLong(1000);

    List<OneBotMessage> messages(String chat) {
        return sent.stream().filter(message -> message.chat().equals(chat)).toList();
    }

    long nextId() {
        return nextId.getAndIncrement();
    }

    static long number(String action, JsonNode parameters) {
        return parameters.path(TARGETS.getOrDefault(action, "")).asLong();
    }

    /** Sends a message; returns its id, or null if a parameter is invalid. */
    @Nullable
    Long perform(String action, JsonNode parameters) {
        String target = TARGETS.getOrDefault(action, "");
        if (!parameters.path(target).isIntegralNumber()
                || !(parameters.path("message") instanceof ArrayNode segments)) {
            return null;
        }
        boolean isMessage = !segments.isEmpty()
                && segments.valueStream()
                        .allMatch(segment -> segment.path("type").isTextual()
                                && segment.path("data").isObject());
        if (!isMessage) {
            return null;
        }
        long id = nextId();
        String chat = (target.equals("group_id") ? "group_" : "person_")
                + parameters.path(target).asLong();
        sent.add(new OneBotMessage(chat, id, segments));
        return id;
    }

    /** Sends a message; returns the answer. */
    ObjectNode send(String action, JsonNode parameters) {
        Long id = perform(action, parameters);
        // Assumed: an invalid parameter is failed with 100.
        return id == null ? answer("failed", 100, "invalid parameter", null) : answer("ok", 0, "", id);
    }

    /** Returns an answer (https://github.com/botuniverse/onebot-11/blob/master/communication/http.md). */
    static ObjectNode answer(String status, int retcode, String words, @Nullable Long messageId) {
        ObjectNode answer =
                JsonNodeFactory.instance.objectNode().put("status", status).put("retcode", retcode);
        if (messageId == null) {
            answer.putNull("data");
        } else {
            answer.putObject("data").put("message_id", messageId);
        }
        if (!words.isEmpty()) {
            answer.put("message", words);
        }
        return answer;
    }
}
