package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Distinguishes the messages of people from service messages (<a href="https://core.telegram.org/bots/api#message">Message</a>). */
final class MessageContent {

    /** Members with the content of a person's message. */
    private static final Set<String> OF_PEOPLE = Set.of(
            "text",
            "animation",
            "audio",
            "document",
            "live_photo",
            "paid_media",
            "photo",
            "sticker",
            "story",
            "video",
            "video_note",
            "voice",
            "checklist",
            "contact",
            "dice",
            "game",
            "poll",
            "venue",
            "location",
            "rich_message");

    /** Contents without text and file, whose small facts an agent needs. */
    private static final List<String> FACTS = List.of("contact", "dice", "location", "venue", "poll");

    /** Members that describe a message of any content. */
    private static final Set<String> OF_EVERY_MESSAGE = Set.of(
            "message_id",
            "message_thread_id",
            "direct_messages_topic",
            "from",
            "sender_chat",
            "sender_boost_count",
            "sender_business_bot",
            "sender_tag",
            "date",
            "business_connection_id",
            "chat",
            "forward_origin",
            "is_topic_message",
            "is_automatic_forward",
            "reply_to_message",
            "external_reply",
            "quote",
            "reply_to_story",
            "reply_to_checklist_task_id",
            "via_bot",
            "edit_date",
            "has_protected_content",
            "is_from_offline",
            "is_paid_post",
            "media_group_id",
            "author_signature",
            "paid_star_count",
            "entities",
            "link_preview_options",
            "suggested_post_info",
            "effect_id",
            "caption",
            "caption_entities",
            "show_caption_above_media",
            "has_media_spoiler",
            "reply_markup",
            "forward_from",
            "forward_from_chat",
            "forward_from_message_id",
            "forward_signature",
            "forward_sender_name",
            "forward_date");

    private MessageContent() {}

    static boolean isOfPerson(TelegramObject message) {
        return OF_PEOPLE.stream().anyMatch(message::has);
    }

    /** Returns the member that says what a service message reports; empty for a message without content. */
    static Optional<String> service(TelegramObject message) {
        return message.node().properties().stream()
                .filter(member -> !member.getValue().isNull() && !OF_EVERY_MESSAGE.contains(member.getKey()))
                .map(member -> member.getKey())
                .findFirst();
    }

    /** Returns text or caption; null if there is neither. */
    static @Nullable String text(TelegramObject message) {
        String text = message.text("text");
        return text == null ? message.text("caption") : text;
    }

    static List<TelegramObject> entities(TelegramObject message) {
        return message.list(message.text("text") == null ? "caption_entities" : "entities");
    }

    /** Adds the facts of contents that are neither text nor file. */
    static void addFacts(TelegramObject message, ObjectNode data) {
        for (String name : FACTS) {
            JsonNode fact = message.node().get(name);
            if (fact instanceof ObjectNode) {
                data.set(name, fact.deepCopy());
            }
        }
    }
}
