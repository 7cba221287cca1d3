package dev.agenthost.testkit.lark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The chats of one app. The codes and rules are those of
 * https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/create.md, of .../message/reply.md and of
 * .../message/patch.md. Assumed: a repeated key is answered as the first call was.
 */
final class ScriptedLarkChats {
    private static final int MOST_BYTES_OF_CARD = 30 * 1024;
    private static final Duration KEPT = Duration.ofHours(1);

    private record Keyed(String messageId, Instant at) {}

    private final ScriptedLarkCards cards;
    private final Map<String, LarkMessage> messages = new LinkedHashMap<>();
    private final Map<String, Keyed> keys = new HashMap<>();
    private final Map<String, byte[]> uploads = new HashMap<>();
    private final Set<String> left = new HashSet<>();
    private Duration passed = Duration.ZERO;
    private int mostBytes = MOST_BYTES_OF_CARD;
    private long nextId = 1;

    ScriptedLarkChats(ScriptedLarkCards cards) {
        this.cards = cards;
    }

    synchronized void limitCards(int bytes) {
        mostBytes = bytes;
    }

    synchronized void pass(Duration time) {
        passed = passed.plus(time);
    }

    synchronized void leave(String chatId) {
        left.add(chatId);
    }

    synchronized List<LarkMessage> messages(String chatId) {
        return messages.values().stream()
                .filter(message -> message.chatId().equals(chatId))
                .map(message -> cardId(message.content())
                        .map(card -> message.withContent(cards.content(card)))
                        .orElse(message))
                .toList();
    }

    /** A person writes; returns the id of the message. */
    synchronized String receive(String chatId) {
        return add(chatId, null, false, "text", JsonNodeFactory.instance.objectNode());
    }

    synchronized void recall(String messageId) {
        messages.remove(messageId);
    }

    synchronized String upload(String kind, byte[] content) {
        String key = (kind.equals("image") ? "img_v3_" : "file_v3_") + nextId++;
        uploads.put(key, content);
        return key;
    }

    synchronized byte[] uploaded(String key) {
        return uploads.getOrDefault(key, new byte[0]);
    }

    synchronized JsonNode create(JsonNode body) {
        return send(body.path("receive_id").asText(), null, body);
    }

    synchronized JsonNode reply(String messageId, JsonNode body) {
        LarkMessage parent = messages.get(messageId);
        if (parent == null) {
            throw new LarkRefusal(230011, "The message is recalled.");
        }
        return send(parent.chatId(), messageId, body);
    }

    private JsonNode send(String chatId, @Nullable String parentId, JsonNode body) {
        String uuid = body.path("uuid").asText();
        if (uuid.length() > 50) {
            throw new LarkRefusal(230001, "invalid request parameter: uuid");
        }
        Instant now = Instant.now().plus(passed);
        Keyed before = keys.get(uuid);
        if (!uuid.isEmpty() && before != null && before.at().plus(KEPT).isAfter(now)) {
            return answer(before.messageId());
        }
        if (left.contains(chatId)) {
            throw new LarkRefusal(230002, "The bot can not be outside the group.");
        }
        ObjectNode content = content(body);
        String type = body.path("msg_type").asText();
        if (cardId(content).isPresent()) {
            cards.send(cardId(content).get());
        } else if (type.equals("interactive")) {
            checkCard(content, body);
        } else {
            checkFile(content);
        }
        String id = add(chatId, parentId, body.path("reply_in_thread").asBoolean(), type, content);
        if (!uuid.isEmpty()) {
            keys.put(uuid, new Keyed(id, now));
        }
        return answer(id);
    }

    private String add(String chatId, @Nullable String parentId, boolean isInThread, String type, ObjectNode content) {
        String id = "om_" + nextId++;
        messages.put(id, new LarkMessage(id, chatId, parentId, isInThread, type, content, List.of()));
        return id;
    }

    synchronized void patch(String messageId, JsonNode body) {
        ObjectNode content = content(body);
        checkCard(content, body);
        LarkMessage message = own(messageId);
        if (!message.type().equals("interactive")
                || !message.content().at("/config/update_multi").asBoolean()
                || !content.at("/config/update_multi").asBoolean()) {
            throw new LarkRefusal(230001, "This message is NOT a card.");
        }
        messages.put(messageId, message.withContent(content));
    }

    synchronized void delete(String messageId) {
        own(messageId);
        messages.remove(messageId);
    }

    synchronized void react(String messageId, JsonNode body) {
        LarkMessage message = messages.get(messageId);
        String name = body.at("/reaction_type/emoji_type").asText();
        if (message == null || name.isEmpty()) {
            throw new LarkRefusal(231003, "The message is not found");
        }
        messages.put(messageId, message.withReaction(name, true));
    }

    /** https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message-reaction/list.md */
    synchronized JsonNode reactions(String messageId, String appId, JsonNode parameters) {
        String type = parameters.path("reaction_type").asText();
        ObjectNode list = JsonNodeFactory.instance.objectNode().put("has_more", false);
        ArrayNode items = list.putArray("items");
        add(items, "r_person", "user", "ou_77", "SMILE");
        for (String name : own(messageId).reactions()) {
            if (type.isEmpty() || type.equals(name)) {
                add(items, "r_" + name, "app", appId, name);
            }
        }
        return list;
    }

    private static void add(ArrayNode items, String id, String operatorType, String operatorId, String name) {
        ObjectNode item = items.addObject().put("reaction_id", id);
        item.putObject("operator").put("operator_type", operatorType).put("operator_id", operatorId);
        item.putObject("reaction_type").put("emoji_type", name);
    }

    synchronized void removeReaction(String messageId, String reactionId) {
        LarkMessage message = own(messageId);
        String name = reactionId.substring("r_".length());
        if (!message.reactions().contains(name)) {
            throw new LarkRefusal(231011, "The reaction is not of the operator.");
        }
        messages.put(messageId, message.withReaction(name, false));
    }

    private LarkMessage own(String messageId) {
        LarkMessage message = messages.get(messageId);
        if (message == null) {
            throw new LarkRefusal(230011, "The message is recalled.");
        }
        return message;
    }

    private void checkCard(ObjectNode card, JsonNode body) {
        if (body.toString().getBytes(StandardCharsets.UTF_8).length > mostBytes) {
            throw new LarkRefusal(230025, "The length of the message content reaches its limit.");
        }
        if (!card.path("schema").asText().equals("2.0")
                || card.at("/body/elements").isEmpty()) {
            throw new LarkRefusal(230099, "Failed to create card content, ext=ErrCode: 200621");
        }
        if (card.toString().contains("<at id=all>")) {
            throw new LarkRefusal(230099, "Failed to create card content, ext=ErrCode: 100290");
        }
    }

    /** Returns the card that a message shows by its id. */
    private static Optional<String> cardId(ObjectNode content) {
        return Optional.ofNullable(content.at("/data/card_id").textValue());
    }

    private void checkFile(ObjectNode content) {
        String key = content.path("image_key").asText(content.path("file_key").asText());
        if (!uploads.containsKey(key)) {
            throw new LarkRefusal(230001, "invalid request parameter: no such key");
        }
    }

    private static ObjectNode content(JsonNode body) {
        try {
            return (ObjectNode)
                    ProtocolCodec.mapper().readTree(body.path("content").asText());
        } catch (IOException | ClassCastException e) {
            throw new LarkRefusal(230001, "invalid request parameter: content is no JSON");
        }
    }

    private static JsonNode answer(String messageId) {
        return JsonNodeFactory.instance.objectNode().put("message_id", messageId);
    }
}
