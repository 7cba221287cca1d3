package dev.agenthost.im.onebot.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Renders the files of an agent as segments with their bytes
 * (https://github.com/botuniverse/onebot-11/blob/master/message/segment.md). The standard sends images, recordings and videos, and no
 * other files.
 */
final class FileSegments {
    private FileSegments() {}

    /** Returns the calls that show the file, or name it. */
    static List<OneBotCall> render(OneBotTarget target, OutboundArtifact artifact) {
        Long size = artifact.sizeBytes();
        String segment = segment(artifact.mimeType());
        if (segment == null || size != null && size > OneBotRenderer.FILE_BYTES) {
            return notice(target, artifact);
        }
        ArrayNode segments = JsonNodeFactory.instance.arrayNode();
        segments.addObject().put("type", segment).putObject("data").put("file", OneBotCall.BASE64);
        return List.of(target.send(segments, artifact));
    }

    /** Returns a message that names the file instead of showing it. */
    static List<OneBotCall> notice(OneBotTarget target, OutboundArtifact artifact) {
        String name = artifact.name() == null ? artifact.artifactType() : artifact.name();
        String shown = name.length() <= 100 ? name : name.substring(0, 100) + "…";
        return MessageWriter.messages(
                target,
                FormattedText.plain("The file " + shown + " is ready, but it cannot be sent to this chat."),
                false);
    }

    private static @Nullable String segment(@Nullable String mimeType) {
        return switch (mimeType == null ? "" : mimeType.toLowerCase(Locale.ROOT)) {
            case "image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp" -> "image";
            case "audio/mpeg", "audio/ogg", "audio/amr", "audio/wav", "audio/x-wav", "audio/silk" -> "record";
            case "video/mp4" -> "video";
            default -> null;
        };
    }
}
