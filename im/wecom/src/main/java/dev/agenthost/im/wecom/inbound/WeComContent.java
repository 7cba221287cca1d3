package dev.agenthost.im.wecom.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message by its type (https://developer.work.weixin.qq.com/document/path/90239). A message of the type {@code file} is
 * assumed.
 *
 * @param text what a person reads; of a place and of any other message its type in brackets
 */
record WeComContent(String text, List<WeComFile> files) {

    static WeComContent of(String type, PlatformObject message) {
        return switch (type) {
            case "text" -> new WeComContent(raw(message, "Content").strip(), List.of());
            case "image" -> new WeComContent("", files("image", message, null));
            case "voice" -> new WeComContent("", files("audio", message, recording(message)));
            case "video", "shortvideo" -> new WeComContent("", files("video", message, null));
            case "file" -> new WeComContent("", files("file", message, message.name("FileName")));
            case "link" -> new WeComContent(joined("\n", message, "Title", "Description", "Url"), List.of());
            case "location" ->
                new WeComContent(
                        "[" + (type + " " + joined(" ", message, "Label", "Location_X", "Location_Y")).strip() + "]",
                        List.of());
            default -> new WeComContent("[" + type + "]", List.of());
        };
    }

    private static List<WeComFile> files(String kind, PlatformObject message, @Nullable String name) {
        String mediaId = message.text("MediaId");
        return mediaId == null ? List.of() : List.of(new WeComFile(kind, mediaId, name));
    }

    /** A recording has no name, but a format, for instance {@code amr}. */
    private static @Nullable String recording(PlatformObject message) {
        String format = message.text("Format");
        return format != null && format.matches("[A-Za-z0-9]{1,8}") ? "voice." + format : null;
    }

    private static String joined(String separator, PlatformObject message, String... names) {
        return Stream.of(names)
                .map(name -> raw(message, name).strip())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(separator));
    }

    private static String raw(PlatformObject message, String name) {
        return Objects.requireNonNullElse(message.text(name), "");
    }
}
