package dev.agenthost.im.dingtalk.calls;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.Locale;

/**
 * A file of an agent, which is uploaded before the message that shows it.
 *
 * @param type decides about the upload and the message
 */
public record DingTalkUpload(Type type, OutboundArtifact artifact) {
    /** Largest file in bytes (https://open.dingtalk.com/document/development/upload-media-files: 20 MB). */
    public static final long MOST_BYTES = 20_000_000;

    private static final int LONGEST_NAME = 100;

    /**
     * The ways to send a file (https://open.dingtalk.com/document/development/robot-message-type). A voice message needs its duration and
     * a video its cover, which an artifact does not have: both are files.
     */
    public enum Type {
        IMAGE("image", "sampleImageMsg"),
        FILE("file", "sampleFile");

        private final String upload;
        private final String msgKey;

        Type(String upload, String msgKey) {
            this.upload = upload;
            this.msgKey = msgKey;
        }

        /** Returns the {@code type} of the upload. */
        public String upload() {
            return upload;
        }

        /** Returns the template of the message. */
        public String msgKey() {
            return msgKey;
        }
    }

    /** Returns the parameters of the message. @param mediaId of the upload */
    public ObjectNode msgParam(String mediaId) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        return type == Type.IMAGE
                ? parameters.put("photoURL", mediaId)
                : parameters.put("mediaId", mediaId).put("fileName", name()).put("fileType", extension());
    }

    /** Returns the name for people. */
    public String name() {
        String name = artifact.name() == null ? artifact.artifactType() : artifact.name();
        return TextShortener.shorten(name, LONGEST_NAME);
    }

    private String extension() {
        String name = artifact.name() == null ? "" : artifact.name();
        String end = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return end.matches("[a-z0-9]{1,16}") && end.length() < name.length() ? end : "file";
    }
}
