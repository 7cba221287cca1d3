package dev.agenthost.im.wecom.calls;

import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.protocol.delivery.OutboundArtifact;

/**
 * A file of an agent, which is uploaded before the message that shows it.
 *
 * @param type decides about the upload and the message
 */
public record WeComUpload(Type type, OutboundArtifact artifact) {
    /** Smallest file in bytes (https://developer.work.weixin.qq.com/document/path/90253: more than 5). */
    public static final long LEAST_BYTES = 6;

    private static final int LONGEST_NAME = 100;

    /** The ways to send a file, with their limits (https://developer.work.weixin.qq.com/document/path/90253). */
    public enum Type {
        IMAGE("image", 10),
        VOICE("voice", 2),
        VIDEO("video", 10),
        FILE("file", 20);

        private final String wire;
        private final long mostBytes;

        Type(String wire, int megabytes) {
            this.wire = wire;
            this.mostBytes = megabytes * 1_000_000L;
        }

        /** Returns the {@code type} of the upload, which is the {@code msgtype} of the message. */
        public String wire() {
            return wire;
        }

        /** Returns the size in bytes of the largest file. */
        public long mostBytes() {
            return mostBytes;
        }
    }

    /** Returns the name for people. */
    public String name() {
        String name = artifact.name() == null ? artifact.artifactType() : artifact.name();
        return TextShortener.shorten(name, LONGEST_NAME);
    }

    /** Returns the name of the file in the upload: WeCom shows it with a message, and knows the type of a file by its end. */
    public String fileName() {
        return artifact.name() == null ? artifact.artifactType() : artifact.name();
    }
}
