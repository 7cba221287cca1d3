package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/**
 * The external id of an event, the same each time it is received. OneBot gives events no id: a message has that of the message, and any
 * other event a digest of its members, whose order does not count. Two equal events of one second are the same event.
 */
final class ExternalId {
    private static final int DIGITS = 32;

    private ExternalId() {}

    static String of(OneBotEvent event) {
        OneBotObject content = event.content();
        Long messageId = content.number("message_id");
        OneBotChat chat = OneBotChat.of(content);
        String prefix = event.selfId() + "/";
        return event.type().startsWith("message.") && messageId != null && chat != null
                ? prefix + chat.conversationId() + "/" + event.time() + "/" + messageId
                : prefix + event.time() + "/" + digest(sorted(content.node()).toString());
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            TreeMap<String, JsonNode> members = new TreeMap<>();
            object.properties().forEach(member -> members.put(member.getKey(), sorted(member.getValue())));
            ObjectNode sorted = JsonNodeFactory.instance.objectNode();
            members.forEach(sorted::set);
            return sorted;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode sorted = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> sorted.add(sorted(element)));
            return sorted;
        }
        return node;
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
