package dev.agenthost.im.telegram.rendering;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.Locale;
import java.util.Objects;

/** Renders the files of an agent (<a href="https://core.telegram.org/bots/api#sending-files">sending files</a>). */
final class FileRenderer {
    /** Largest photo in bytes (10 MB). */
    static final long PHOTO_BYTES = 10_000_000;
    /** Largest file of another kind in bytes (50 MB). */
    static final long FILE_BYTES = 50_000_000;
    /** The method of a file of any type. */
    static final String DOCUMENT = Method.DOCUMENT.name;

    private FileRenderer() {}

    /** Returns the call that uploads the file, or a message that says why it cannot be shown. */
    static BotApiCall render(TelegramTarget target, OutboundArtifact artifact) {
        Long size = artifact.sizeBytes();
        if (size != null && size > FILE_BYTES) {
            return TelegramRenderer.send(
                    target,
                    FormattedText.plain("The file " + name(artifact) + " has " + (size / 1_000_000)
                            + " MB. Telegram accepts files of at most 50 MB."),
                    false);
        }
        Method method = method(artifact, size == null ? Long.MAX_VALUE : size);
        ObjectNode parameters = target.parameters();
        return new BotApiCall(method.name, parameters, new BotApiCall.FileUpload(method.parameter, artifact));
    }

    /** Returns the call that uploads the file of that call as a document, of which Telegram expects no format. */
    static BotApiCall document(BotApiCall call) {
        BotApiCall.FileUpload upload = Objects.requireNonNull(call.upload());
        return new BotApiCall(
                DOCUMENT, call.parameters(), new BotApiCall.FileUpload(Method.DOCUMENT.parameter, upload.artifact()));
    }

    /** Returns a message that names the file instead of showing it. */
    static BotApiCall notice(ObjectNode target, OutboundArtifact artifact) {
        ObjectNode parameters = target.deepCopy();
        FormattedText.plain("The file " + name(artifact) + " is ready, but files cannot be sent to this chat.")
                .writeTo(parameters);
        TelegramRenderer.withoutPreview(parameters);
        return new BotApiCall("sendMessage", parameters);
    }

    /** A file of an unknown size is a document, because the limits of other kinds are lower or their formats fewer. */
    private static Method method(OutboundArtifact artifact, long size) {
        String type = artifact.mimeType() == null ? "" : artifact.mimeType().toLowerCase(Locale.ROOT);
        return switch (type) {
            case "image/jpeg", "image/png", "image/webp" -> size <= PHOTO_BYTES ? Method.PHOTO : Method.DOCUMENT;
            case "image/gif" -> size <= FILE_BYTES ? Method.ANIMATION : Method.DOCUMENT;
            case "video/mp4" -> size <= FILE_BYTES ? Method.VIDEO : Method.DOCUMENT;
            case "audio/mpeg", "audio/mp4" -> size <= FILE_BYTES ? Method.AUDIO : Method.DOCUMENT;
            case "audio/ogg" -> size <= FILE_BYTES ? Method.VOICE : Method.DOCUMENT;
            default -> Method.DOCUMENT;
        };
    }

    private static String name(OutboundArtifact artifact) {
        String name = artifact.name() == null ? artifact.artifactType() : artifact.name();
        return name.length() <= 100 ? name : name.substring(0, 100) + "…";
    }

    private enum Method {
        PHOTO("sendPhoto", "photo"),
        ANIMATION("sendAnimation", "animation"),
        VIDEO("sendVideo", "video"),
        AUDIO("sendAudio", "audio"),
        VOICE("sendVoice", "voice"),
        DOCUMENT("sendDocument", "document");

        private final String name;
        private final String parameter;

        Method(String name, String parameter) {
            this.name = name;
            this.parameter = parameter;
        }
    }
}
