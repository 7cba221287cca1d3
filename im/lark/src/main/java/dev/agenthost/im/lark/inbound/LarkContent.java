package dev.agenthost.im.lark.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message by its type
 * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/im-v1/message/events/message_content).
 *
 * @param text what a person reads; of a message without a text its type and facts in brackets
 */
record LarkContent(String text, List<LarkFile> files) {

    /** @param messageId the message, under which the platform serves its files */
    static LarkContent of(String type, PlatformObject content, String messageId, LarkMentions mentions) {
        return switch (type) {
            case "text" -> new LarkContent(mentions.named(raw(content, "text")).strip(), List.of());
            case "post" -> LarkPost.of(content, "content", messageId, mentions);
            // Of a card the event has its texts only.
            case "interactive" -> {
                LarkContent card = LarkPost.of(content, "elements", messageId, mentions);
                yield new LarkContent(card.text().isEmpty() ? "[card]" : card.text(), List.of());
            }
            case "image" -> ofFile("image", "image_key", content, messageId);
            case "file" -> ofFile("file", "file_key", content, messageId);
            case "audio" -> ofFile("audio", "file_key", content, messageId);
            case "media" -> ofFile("video", "file_key", content, messageId);
            default -> new LarkContent(bracketed(type, content), List.of());
        };
    }

    static @Nullable LarkFile file(String kind, String keyName, PlatformObject content, String messageId) {
        String key = content.id(keyName);
        return key == null ? null : new LarkFile(kind, messageId, key, content.name("file_name"));
    }

    private static LarkContent ofFile(String kind, String keyName, PlatformObject content, String messageId) {
        LarkFile file = file(kind, keyName, content, messageId);
        return new LarkContent("", file == null ? List.of() : List.of(file));
    }

    private static String bracketed(String type, PlatformObject content) {
        String name = type.matches("[a-z0-9_]{1,64}") ? type : "unknown";
        List<String> facts =
                switch (name) {
                    case "folder" -> List.of("file_name");
                    case "hongbao" -> List.of("text");
                    case "share_calendar_event", "calendar", "general_calendar" ->
                        List.of("summary", "start_time", "end_time");
                    case "share_chat" -> List.of("chat_id");
                    case "share_user" -> List.of("user_id");
                    case "location" -> List.of("name", "longitude", "latitude");
                    case "video_chat", "vote" -> List.of("topic");
                    default -> List.of();
                };
        List<String> words = new ArrayList<>();
        facts.stream()
                .map(fact -> raw(content, fact))
                .filter(fact -> !fact.isEmpty())
                .forEach(words::add);
        PlatformObject summary = content.object("summary");
        if (name.equals("todo") && summary != null) {
            words.add(LarkPost.of(summary, "content", "", new LarkMentions(false, Map.of()))
                    .text());
        }
        return Stream.concat(Stream.of(name.toLowerCase(Locale.ROOT)), words.stream())
                .collect(Collectors.joining(" ", "[", "]"));
    }

    private static String raw(PlatformObject content, String name) {
        String text = content.text(name);
        return text == null ? "" : text;
    }
}
