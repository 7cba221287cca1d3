package dev.agenthost.testkit.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The chats of a bot: their messages and drafts, and the rules for changing them. */
final class TelegramChats {
    private volatile int longestText = 4096;
    private static final long FIRST_OF_BOT = 1_000;

    private final ObjectNode bot;
    private final Map<Long, TreeMap<Long, ObjectNode>> messages = new HashMap<>();
    private final Map<Long, ObjectNode> drafts = new HashMap<>();
    private final Set<Long> blockedBy = new HashSet<>();
    private final Map<Long, Long> moved = new HashMap<>();
    private long nextMessage = FIRST_OF_BOT;

    TelegramChats(ObjectNode bot) {
        this.bot = bot;
    }

    synchronized List<ObjectNode> messages(long chatId) {
        return new ArrayList<>(messages.getOrDefault(chatId, new TreeMap<>()).values());
    }

    /** Returns the draft that the chat shows; an empty object for none. */
    synchronized ObjectNode draft(long chatId) {
        return drafts.getOrDefault(chatId, JsonNodeFactory.instance.objectNode());
    }

    synchronized void block(long chatId) {
        blockedBy.add(chatId);
    }

    synchronized void move(long from, long to) {
        moved.put(from, to);
    }

    /** A draft disappears after 30 seconds (https://core.telegram.org/bots/api#sendmessagedraft); the test says when. */
    synchronized void expireDraft(long chatId) {
        drafts.remove(chatId);
    }

    synchronized void removeByPerson(long chatId, long messageId) {
        messages.getOrDefault(chatId, new TreeMap<>()).remove(messageId);
    }

    /** https://core.telegram.org/bots/api#sendmessage. */
    synchronized ObjectNode sendMessage(ObjectNode parameters) {
        ObjectNode message = newMessage(parameters);
        message.put("text", text(parameters, "text"));
        copy(parameters, "entities", message);
        copy(parameters, "reply_markup", message);
        return stored(message);
    }

    /** Sends a file (https://core.telegram.org/bots/api#sending-files). */
    synchronized ObjectNode sendFile(String parameter, byte[] file, ObjectNode parameters) {
        int most = parameter.equals("photo") ? 10_000_000 : 50_000_000;
        if (file.length > most) {
            throw new BotApiRefusal(413, "Request Entity Too Large");
        }
        ObjectNode message = newMessage(parameters);
        ObjectNode sent = JsonNodeFactory.instance.objectNode();
        sent.put("file_id", "sent-" + message.path("message_id").asText());
        sent.put("file_unique_id", "u" + message.path("message_id").asText());
        sent.put("file_size", file.length);
        if (parameter.equals("photo")) {
            message.putArray("photo").add(sent);
        } else {
            message.set(parameter, sent);
        }
        return stored(message);
    }

    void limitTexts(int longest) {
        longestText = longest;
    }

    /** https://core.telegram.org/bots/api#editmessagetext. */
    synchronized ObjectNode editMessageText(ObjectNode parameters) {
        ObjectNode message = messages.getOrDefault(chat(parameters), new TreeMap<>())
                .get(parameters.path("message_id").asLong());
        if (message == null) {
            throw BotApiRefusal.badRequest("message to edit not found");
        }
        if (message.path("from").path("id").asLong() != bot.path("id").asLong()) {
            throw BotApiRefusal.badRequest("message can't be edited");
        }
        String text = text(parameters, "text");
        boolean isSame = message.path("text").asText().equals(text)
                && message.path("entities").equals(parameters.path("entities"))
                && message.path("reply_markup").equals(parameters.path("reply_markup"));
        if (isSame) {
            throw BotApiRefusal.badRequest(
                    "message is not modified: specified new message content and reply markup are exactly the same as a"
                            + " current content and reply markup of the message");
        }
        message.put("text", text).put("edit_date", Instant.now().getEpochSecond());
        message.remove(List.of("entities", "reply_markup"));
        copy(parameters, "entities", message);
        copy(parameters, "reply_markup", message);
        return message;
    }

    /** https://core.telegram.org/bots/api#deletemessage. */
    synchronized void deleteMessage(ObjectNode parameters) {
        Object removed = messages.getOrDefault(chat(parameters), new TreeMap<>())
                .remove(parameters.path("message_id").asLong());
        if (removed == null) {
            throw BotApiRefusal.badRequest("message to delete not found");
        }
    }

    /** https://core.telegram.org/bots/api#setmessagereaction; the member that shows it in the chat is of this server. */
    synchronized void setMessageReaction(ObjectNode parameters) {
        ObjectNode message = messages.getOrDefault(chat(parameters), new TreeMap<>())
                .get(parameters.path("message_id").asLong());
        if (message == null) {
            throw BotApiRefusal.badRequest("message to react not found");
        }
        if (parameters.path("reaction").size() > 1) {
            throw BotApiRefusal.badRequest("REACTIONS_TOO_MANY");
        }
        message.set("reactions", parameters.path("reaction").deepCopy());
    }

    /** https://core.telegram.org/bots/api#sendmessagedraft: in private chats only; the text may be empty. */
    synchronized void sendMessageDraft(ObjectNode parameters) {
        long chat = chat(parameters);
        if (chat < 0) {
            throw BotApiRefusal.badRequest("the method is available only in private chats");
        }
        if (parameters.path("draft_id").asLong() == 0) {
            throw BotApiRefusal.badRequest("draft_id must be non-zero");
        }
        if (parameters.path("text").asText().length() > longestText) {
            throw BotApiRefusal.badRequest("message is too long");
        }
        drafts.put(chat, parameters.deepCopy());
    }

    private ObjectNode newMessage(ObjectNode parameters) {
        long chat = chat(parameters);
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("message_id", ++nextMessage);
        message.set("from", bot);
        message.putObject("chat").put("id", chat).put("type", chat > 0 ? "private" : "supergroup");
        message.put("date", Instant.now().getEpochSecond());
        copy(parameters, "message_thread_id", message);
        addReply(chat, parameters, message);
        return message;
    }

    /** https://core.telegram.org/bots/api#replyparameters. */
    private void addReply(long chat, ObjectNode parameters, ObjectNode message) {
        JsonNode reply = parameters.path("reply_parameters");
        if (reply.isMissingNode()) {
            return;
        }
        ObjectNode original = messages.getOrDefault(chat, new TreeMap<>())
                .get(reply.path("message_id").asLong());
        if (original != null) {
            message.set("reply_to_message", original);
        } else if (!reply.path("allow_sending_without_reply").asBoolean()) {
            throw BotApiRefusal.badRequest("message to be replied not found");
        }
    }

    /** A message ends the draft of its chat. */
    private ObjectNode stored(ObjectNode message) {
        long chat = message.path("chat").path("id").asLong();
        drafts.remove(chat);
        messages.computeIfAbsent(chat, id -> new TreeMap<>())
                .put(message.path("message_id").asLong(), message);
        return message;
    }

    /** Stores the message of a person, so that the bot may reply to it. */
    synchronized void receive(ObjectNode message) {
        messages.computeIfAbsent(message.path("chat").path("id").asLong(), id -> new TreeMap<>())
                .put(message.path("message_id").asLong(), message);
    }

    private long chat(ObjectNode parameters) {
        JsonNode chat = parameters.path("chat_id");
        if (!chat.isIntegralNumber() || chat.asLong() == 0) {
            throw BotApiRefusal.badRequest("chat not found");
        }
        if (blockedBy.contains(chat.asLong())) {
            throw new BotApiRefusal(403, "Forbidden: bot was blocked by the user");
        }
        Long movedTo = moved.get(chat.asLong());
        if (movedTo != null) {
            throw BotApiRefusal.moved(movedTo);
        }
        return chat.asLong();
    }

    /** 1 to 4096 characters; that they are UTF-16 units, and that white space at the ends is removed, is assumed. */
    private String text(ObjectNode parameters, String name) {
        String text = parameters.path(name).asText().stripTrailing();
        if (text.isBlank()) {
            throw BotApiRefusal.badRequest("message text is empty");
        }
        if (text.length() > longestText) {
            throw BotApiRefusal.badRequest("message is too long");
        }
        for (JsonNode entity : parameters.path("entities")) {
            long end = entity.path("offset").asLong() + entity.path("length").asLong();
            if (entity.path("offset").asLong() < 0 || entity.path("length").asLong() <= 0 || end > text.length()) {
                throw BotApiRefusal.badRequest("entity beyond the end of the message text");
            }
        }
        return text;
    }

    private static void copy(ObjectNode from, String name, ObjectNode to) {
        if (from.hasNonNull(name)) {
            to.set(name, from.get(name).deepCopy());
        }
    }
}
