package dev.agenthost.im.slack.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of a message (https://docs.slack.dev/reference/objects/file-object).
 *
 * @param kind {@code image}, {@code audio}, {@code video} or {@code file}
 * @param mimeType as the platform states it; null if it states none
 * @param size bytes; null if it is unknown
 */
public record SlackFile(
        String id,
        String kind,
        @Nullable String name,
        @Nullable String mimeType,
        @Nullable Long size,
        Location location) {
    private static final String MIME_TYPE = "[a-z]{1,32}/[A-Za-z0-9.+-]{1,128}";

    /** The place of the bytes. */
    public sealed interface Location {
        /** The platform serves them at an address, for a token. */
        record Served(String url) implements Location {}

        /** Another service than the platform has them. */
        record External() implements Location {}

        /**
         * The platform does not give them out.
         *
         * @param why a phrase for the log
         */
        record Withheld(String why) implements Location {}
    }

    static @Nullable SlackFile of(PlatformObject file) {
        String id = file.id("id");
        if (id == null) {
            return null;
        }
        String stated = file.text("mimetype");
        String mimeType = stated != null && stated.matches(MIME_TYPE) ? stated : null;
        JsonNode size = file.node().path("size");
        return new SlackFile(
                id,
                kind(mimeType),
                file.name("name"),
                mimeType,
                size.isIntegralNumber() && size.canConvertToLong() ? size.asLong() : null,
                location(file));
    }

    private static String kind(@Nullable String mimeType) {
        String family = mimeType == null ? "" : mimeType.replaceFirst("/.*", "");
        return List.of("image", "audio", "video").contains(family) ? family : "file";
    }

    private static Location location(PlatformObject file) {
        String mode = file.text("mode");
        String access = file.text("file_access");
        if ("external".equals(mode) || file.node().path("is_external").booleanValue()) {
            return new Location.External();
        }
        if ("tombstone".equals(mode)) {
            return new Location.Withheld("the file is deleted");
        }
        if (access != null && !access.equals("visible")) {
            return new Location.Withheld("the event does not have the file");
        }
        String download = file.text("url_private_download");
        String url = download == null ? file.text("url_private") : download;
        return url == null ? new Location.Withheld("the file has no address") : new Location.Served(url);
    }
}
