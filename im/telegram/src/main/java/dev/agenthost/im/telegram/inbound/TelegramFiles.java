package dev.agenthost.im.telegram.inbound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the files of a message (<a href="https://core.telegram.org/bots/api#message">Message</a>). */
final class TelegramFiles {

    /**
     * Members with one file each. {@code animation} precedes {@code document}, because a message with an animation has the same file as
     * a document, too.
     */
    private static final List<String> SINGLE =
            List.of("animation", "audio", "document", "sticker", "video", "video_note", "voice", "live_photo");

    private TelegramFiles() {}

    static List<TelegramFile> of(TelegramObject message) {
        List<TelegramFile> files = new ArrayList<>();
        TelegramFile photo = photo(message);
        if (photo != null) {
            files.add(photo);
        }
        for (String kind : SINGLE) {
            boolean isRepeated = kind.equals("document") && message.has("animation");
            TelegramFile file = isRepeated ? null : file(kind, message.object(kind), mimeType(kind, message));
            if (file != null) {
                files.add(file);
            }
        }
        return files;
    }

    /** Returns the largest of the sizes in which Telegram offers a photo. */
    private static @Nullable TelegramFile photo(TelegramObject message) {
        return message.list("photo").stream()
                .map(size -> new Sized(pixels(size), file("photo", size, "image/jpeg")))
                .filter(sized -> sized.file() != null)
                .max(Comparator.comparingLong(Sized::pixels))
                .map(Sized::file)
                .orElse(null);
    }

    private static long pixels(TelegramObject size) {
        return Objects.requireNonNullElse(size.number("width"), 0L)
                * Objects.requireNonNullElse(size.number("height"), 0L);
    }

    /** Returns the type that the Bot API documents for a kind, where the object itself states none. */
    private static @Nullable String mimeType(String kind, TelegramObject message) {
        TelegramObject sticker = message.object("sticker");
        return switch (kind) {
            case "voice" -> "audio/ogg";
            case "video_note" -> "video/mp4";
            case "sticker" ->
                sticker == null
                        ? null
                        : sticker.flag("is_animated")
                                ? "application/x-tgsticker"
                                : sticker.flag("is_video") ? "video/webm" : "image/webp";
            default -> null;
        };
    }

    private static @Nullable TelegramFile file(
            String kind, @Nullable TelegramObject object, @Nullable String usualMimeType) {
        String fileId = object == null ? null : object.text("file_id");
        String uniqueId = object == null ? null : object.text("file_unique_id");
        if (object == null || fileId == null || uniqueId == null) {
            return null;
        }
        String mimeType = object.text("mime_type");
        return new TelegramFile(
                kind,
                fileId,
                uniqueId,
                mimeType == null ? usualMimeType : mimeType,
                object.text("file_name"),
                object.number("file_size"));
    }

    private record Sized(long pixels, @Nullable TelegramFile file) {}
}
