package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads rich texts: a title and paragraphs of elements, which the texts of a card have, too
 * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/im-v1/message/events/message_content). Links and code are Markdown.
 */
final class LarkPost {
    private final StringBuilder text = new StringBuilder();
    private final List<LarkFile> files = new ArrayList<>();
    private final String messageId;
    private final LarkMentions mentions;

    private LarkPost(String messageId, LarkMentions mentions) {
        this.messageId = messageId;
        this.mentions = mentions;
    }

    /** @param paragraphs the member with the paragraphs */
    static LarkContent of(PlatformObject post, String paragraphs, String messageId, LarkMentions mentions) {
        LarkPost read = new LarkPost(messageId, mentions);
        String title = post.text("title");
        if (title != null) {
            read.text.append(title);
        }
        if (post.node().get(paragraphs) instanceof ArrayNode array) {
            array.forEach(read::paragraph);
        }
        return new LarkContent(read.text.toString().strip(), read.files);
    }

    private void paragraph(JsonNode paragraph) {
        int before = text.length();
        if (paragraph instanceof ArrayNode elements) {
            elements.forEach(this::element);
        } else {
            element(paragraph);
        }
        if (before > 0 && text.length() > before) {
            text.insert(before, '\n');
        }
    }

    private void element(JsonNode node) {
        PlatformObject element = PlatformObject.of(node);
        String tag = element == null ? null : element.text("tag");
        if (element == null || tag == null) {
            return;
        }
        String words = Objects.requireNonNullElse(element.text("text"), "");
        switch (tag) {
            case "a" -> link(words, element.text("href"));
            case "at" -> at(element);
            case "img" -> add(LarkContent.file("image", "image_key", element, messageId));
            case "media" -> add(LarkContent.file("video", "file_key", element, messageId));
            case "emotion" ->
                text.append('[').append(element.text("emoji_type")).append(']');
            case "hr" -> text.append("---");
            case "code_block" -> text.append("```\n").append(words.strip()).append("\n```");
            default -> text.append(mentions.named(words));
        }
    }

    private void link(String words, @Nullable String address) {
        if (address == null || address.equals(words)) {
            text.append(words);
        } else {
            text.append('[').append(words).append("](").append(address).append(')');
        }
    }

    /** The person is a key of the mentions; one that is none has a name beside it. */
    private void at(PlatformObject element) {
        String key = Objects.requireNonNullElse(element.text("user_id"), "");
        String named = mentions.named(key);
        String name = element.text("user_name");
        text.append(named.equals(key) && name != null ? "@" + name : named);
    }

    private void add(@Nullable LarkFile file) {
        if (file != null) {
            files.add(file);
        }
    }
}
