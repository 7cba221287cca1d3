package dev.agenthost.im.dingtalk.rendering;

import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import dev.agenthost.im.dingtalk.calls.DingTalkUpload;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.Locale;
import java.util.Objects;

/** Renders the files of an agent. */
public final class DingTalkFiles {
    private DingTalkFiles() {}

    /** Returns the message with the file, or one that says why it is not shown. */
    static DingTalkCall render(DingTalkTarget target, DingTalkRobot robot, OutboundArtifact artifact) {
        Long size = artifact.sizeBytes();
        DingTalkUpload file = new DingTalkUpload(type(artifact), artifact);
        return size != null && size > DingTalkUpload.MOST_BYTES
                ? DingTalkMessages.sentence(
                        target,
                        robot,
                        "The file " + file.name() + " has " + size / 1_000_000
                                + " MB. DingTalk accepts files of at most 20 MB.")
                : target.file(robot, file);
    }

    /** Returns a message that names the file of a call instead of showing it. */
    public static DingTalkCall notice(DingTalkCall call) {
        DingTalkUpload file = Objects.requireNonNull(call.file());
        return call.withMessage(
                DingTalkMessages.TEXT,
                DingTalkMessages.text("The file " + file.name() + " is ready, but files cannot be sent to this chat."));
    }

    /** Images of other types are files (https://open.dingtalk.com/document/development/upload-media-files). */
    private static DingTalkUpload.Type type(OutboundArtifact artifact) {
        String mimeType = artifact.mimeType() == null ? "" : artifact.mimeType().toLowerCase(Locale.ROOT);
        return switch (mimeType) {
            case "image/jpeg", "image/png", "image/gif", "image/bmp" -> DingTalkUpload.Type.IMAGE;
            default -> DingTalkUpload.Type.FILE;
        };
    }
}
