package dev.agenthost.im.wecom.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.im.wecom.calls.WeComUpload;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.Locale;

/** Renders the files of an agent (https://developer.work.weixin.qq.com/document/path/90253). */
public final class WeComFiles {
    private static final int MEGABYTE = 1_000_000;

    private WeComFiles() {}

    /** Returns the message with the file, or one that says why it is not shown. */
    static WeComCall render(WeComTarget target, OutboundArtifact artifact) {
        Long size = artifact.sizeBytes();
        WeComUpload file = new WeComUpload(type(artifact, size == null ? 0 : size), artifact);
        if (size != null && size > file.type().mostBytes()) {
            return sentence(
                    target,
                    "The file " + file.name() + " has " + size / MEGABYTE
                            + " MB. WeCom accepts files of at most 20 MB.");
        }
        return size != null && size < WeComUpload.LEAST_BYTES
                ? sentence(
                        target,
                        "The file " + file.name() + " has " + size + " bytes. WeCom accepts files of at least "
                                + WeComUpload.LEAST_BYTES + " bytes.")
                : target.file(file);
    }

    /** Returns a message that names the file of a call instead of showing it. */
    public static WeComCall notice(WeComCall call, WeComUpload file) {
        FormattedText words =
                FormattedText.plain("The file " + file.name() + " is ready, but files cannot be sent to this chat.");
        return WeComTextContent.withoutMarkup(words).in(call.withText(words));
    }

    /** Returns the message of a call with another file. */
    static WeComCall message(WeComCall call, WeComUpload file) {
        return call.withContent(file.type().wire(), JsonNodeFactory.instance.objectNode())
                .withFile(file);
    }

    /** Returns the message of a call that shows an uploaded file. @param mediaId of the upload */
    public static WeComCall uploaded(WeComCall call, WeComUpload file, String mediaId) {
        ObjectNode content = JsonNodeFactory.instance.objectNode().put("media_id", mediaId);
        return call.withContent(file.type().wire(), content);
    }

    private static WeComCall sentence(WeComTarget target, String sentence) {
        return target.message(FormattedText.plain(sentence));
    }

    /** A file of another type, or one that is too large for its type, is a file. */
    private static WeComUpload.Type type(OutboundArtifact artifact, long size) {
        String mimeType = artifact.mimeType() == null ? "" : artifact.mimeType().toLowerCase(Locale.ROOT);
        WeComUpload.Type type =
                switch (mimeType) {
                    case "image/jpeg", "image/png" -> WeComUpload.Type.IMAGE;
                    case "audio/amr" -> WeComUpload.Type.VOICE;
                    case "video/mp4" -> WeComUpload.Type.VIDEO;
                    default -> WeComUpload.Type.FILE;
                };
        return size > type.mostBytes() ? WeComUpload.Type.FILE : type;
    }
}
