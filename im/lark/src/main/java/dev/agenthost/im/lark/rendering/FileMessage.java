package dev.agenthost.im.lark.rendering;

import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.calls.LarkUpload;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.Locale;
import java.util.Objects;

/** Renders the files of an agent. */
public final class FileMessage {
    private FileMessage() {}

    /** Returns the message with the file, or one that says why it is not shown. */
    static LarkCall render(LarkTarget target, OutboundArtifact artifact) {
        Long size = artifact.sizeBytes();
        LarkUpload file = new LarkUpload(type(artifact, size == null ? 0 : size), artifact);
        return size != null && size > file.type().mostBytes()
                ? target.card(
                        LarkCards.plain("The file " + file.name() + " has " + size / 1_000_000
                                + " MB. Lark accepts files of at most 30 MB."),
                        false)
                : target.file(file);
    }

    /** Returns a message that names the file of a call instead of showing it. */
    public static LarkCall notice(LarkCall call) {
        LarkUpload file = Objects.requireNonNull(call.file());
        return call.withMessage(
                "interactive",
                LarkCards.json(LarkCards.plain(
                        "The file " + file.name() + " is ready, but files cannot be sent to this chat.")));
    }

    private static LarkUpload.Type type(OutboundArtifact artifact, long size) {
        String mimeType = artifact.mimeType() == null ? "" : artifact.mimeType().toLowerCase(Locale.ROOT);
        return switch (mimeType) {
            case "image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp" ->
                size <= LarkUpload.Type.IMAGE.mostBytes() ? LarkUpload.Type.IMAGE : LarkUpload.Type.STREAM;
            case "audio/ogg", "audio/opus" -> LarkUpload.Type.AUDIO;
            case "video/mp4" -> LarkUpload.Type.VIDEO;
            case "application/pdf" -> LarkUpload.Type.PDF;
            case "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document" ->
                LarkUpload.Type.DOC;
            case "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" ->
                LarkUpload.Type.XLS;
            case "application/vnd.ms-powerpoint",
                    "application/vnd.openxmlformats-officedocument.presentationml.presentation" -> LarkUpload.Type.PPT;
            default -> LarkUpload.Type.STREAM;
        };
    }
}
