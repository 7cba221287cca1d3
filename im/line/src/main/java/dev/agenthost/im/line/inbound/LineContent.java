package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message by its type (https://developers.line.biz/en/reference/messaging-api/#message-event).
 *
 * @param text what a person reads; of a place, a sticker and any other message its type in brackets
 */
record LineContent(String text, List<LineFile> files) {
    private static final String EXTERNAL = "external";

    /** @param said the text of a message of the type {@code text} */
    static LineContent of(String type, PlatformObject message, String messageId, String said) {
        return switch (type) {
            case "text" -> new LineContent(said.strip(), List.of());
            case "image", "video", "audio", "file" -> file(type, message, messageId);
            case "location" ->
                new LineContent(
                        bracketed(
                                type,
                                Stream.of("title", "address", "latitude", "longitude")
                                        .map(name -> Objects.requireNonNullElse(message.text(name), ""))),
                        List.of());
            case "sticker" -> new LineContent(bracketed(type, words(message)), List.of());
            default -> new LineContent("[" + type + "]", List.of());
        };
    }

    /** The address of a file at another server is the text, because the host does not fetch it. */
    private static LineContent file(String kind, PlatformObject message, String messageId) {
        PlatformObject provider = message.object("contentProvider");
        boolean isExternal = provider != null && EXTERNAL.equals(provider.text("type"));
        String address = provider != null && isExternal ? provider.text("originalContentUrl") : null;
        LineFile file = new LineFile(kind, messageId, message.name("fileName"), size(message), isExternal);
        return new LineContent(address == null ? "" : address.strip(), List.of(file));
    }

    private static @Nullable Long size(PlatformObject message) {
        JsonNode size = message.node().path("fileSize");
        return size.isIntegralNumber() && size.canConvertToLong() && size.longValue() >= 0 ? size.longValue() : null;
    }

    /** Returns the text that the person wrote on the sticker, or else the words by which the platform describes it. */
    private static Stream<String> words(PlatformObject sticker) {
        String text = sticker.text("text");
        List<String> keywords = new ArrayList<>();
        sticker.node().path("keywords").forEach(keyword -> keywords.add(keyword.asText()));
        return text == null ? Stream.of(String.join(", ", keywords)) : Stream.of(text);
    }

    private static String bracketed(String type, Stream<String> facts) {
        return Stream.concat(Stream.of(type), facts.map(String::strip))
                .filter(fact -> !fact.isEmpty())
                .collect(Collectors.joining(" ", "[", "]"));
    }
}
