package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file of a message: an attachment (https://docs.discord.com/developers/resources/message#attachment-object), or a sticker
 * (https://docs.discord.com/developers/resources/sticker#sticker-item-object).
 *
 * @param kind {@code image}, {@code audio}, {@code video}, {@code file} or {@code sticker}
 * @param mimeType as the platform states it; null if it states none
 * @param size bytes; null if it is unknown
 * @param url its address; that of an attachment is signed, and valid for a limited time
 */
public record DiscordFile(
        String id,
        String kind,
        @Nullable String name,
        @Nullable String mimeType,
        @Nullable Long size,
        String url) {
    private static final String MIME_TYPE = "[a-z]{1,32}/[A-Za-z0-9.+-]{1,128}";
    private static final String STICKERS = "https://cdn.discordapp.com/stickers/";
    private static final String ANIMATED_STICKERS = "https://media.discordapp.net/stickers/";
    private static final int LOTTIE = 3;
    private static final int GIF = 4;

    /** Returns the files of a message: its attachments, then its stickers. */
    static List<DiscordFile> of(PlatformObject message) {
        return Stream.concat(
                        message.list("attachments").stream().map(DiscordFile::attachment),
                        message.list("sticker_items").stream().map(DiscordFile::sticker))
                .filter(Objects::nonNull)
                .toList();
    }

    private static @Nullable DiscordFile attachment(PlatformObject file) {
        String id = DiscordEvent.snowflake(file, "id");
        String url = file.text("url");
        if (id == null || url == null) {
            return null;
        }
        String stated = file.text("content_type");
        // A text type is followed by its charset.
        String bare = stated == null ? null : stated.replaceFirst(";.*", "");
        String mimeType = bare != null && bare.matches(MIME_TYPE) ? bare : null;
        JsonNode size = file.node().path("size");
        return new DiscordFile(
                id,
                kind(mimeType),
                file.name("filename"),
                mimeType,
                size.isIntegralNumber() && size.canConvertToLong() ? size.asLong() : null,
                url);
    }

    /** The formats are those of https://docs.discord.com/developers/reference#image-formatting-cdn-endpoints. */
    private static @Nullable DiscordFile sticker(PlatformObject sticker) {
        String id = DiscordEvent.snowflake(sticker, "id");
        if (id == null) {
            return null;
        }
        String name = sticker.name("name");
        return switch (sticker.node().path("format_type").asInt()) {
            case LOTTIE -> new DiscordFile(id, "sticker", name, "application/json", null, STICKERS + id + ".json");
            case GIF -> new DiscordFile(id, "sticker", name, "image/gif", null, ANIMATED_STICKERS + id + ".gif");
            default -> new DiscordFile(id, "sticker", name, "image/png", null, STICKERS + id + ".png");
        };
    }

    private static String kind(@Nullable String mimeType) {
        String family = mimeType == null ? "" : mimeType.replaceFirst("/.*", "");
        return List.of("image", "audio", "video").contains(family) ? family : "file";
    }
}
