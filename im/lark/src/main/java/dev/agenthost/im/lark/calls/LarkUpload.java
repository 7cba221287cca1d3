package dev.agenthost.im.lark.calls;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.delivery.OutboundArtifact;

/**
 * A file of an agent, which is uploaded before the message that shows it.
 *
 * @param type decides about the upload and the message
 */
public record LarkUpload(Type type, OutboundArtifact artifact) {

    /**
     * The ways to send a file: an image (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/image/create.md), or a file
     * of a type (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/file/create.md) with the message of that type
     * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/im-v1/message/create_json.md).
     */
    public enum Type {
        IMAGE("image", "message", "image", 10_000_000),
        AUDIO("file", "opus", "audio", 30_000_000),
        VIDEO("file", "mp4", "media", 30_000_000),
        PDF("file", "pdf", "file", 30_000_000),
        DOC("file", "doc", "file", 30_000_000),
        XLS("file", "xls", "file", 30_000_000),
        PPT("file", "ppt", "file", 30_000_000),
        /** A file of any other type. */
        STREAM("file", "stream", "file", 30_000_000);

        private final String kind;
        private final String upload;
        private final String message;
        private final long mostBytes;

        Type(String kind, String upload, String message, long mostBytes) {
            this.kind = kind;
            this.upload = upload;
            this.message = message;
            this.mostBytes = mostBytes;
        }

        /** Returns the type of the message. */
        public String message() {
            return message;
        }

        /** Returns the largest file in bytes. */
        public long mostBytes() {
            return mostBytes;
        }
    }

    /** Returns the path of the upload. */
    public String path() {
        return "/open-apis/im/v1/" + type.kind + "s";
    }

    /** Returns the parameters of the upload, without the bytes. */
    public ObjectNode parameters() {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        return type == Type.IMAGE
                ? parameters.put("image_type", type.upload)
                : parameters.put("file_type", type.upload).put("file_name", name());
    }

    /** Returns the parameter that receives the bytes. */
    public String parameter() {
        return type.kind;
    }

    /** Returns the member of the answer, and of the content of the message, that names the uploaded file. */
    public String keyName() {
        return type.kind + "_key";
    }

    /** Returns the name for people. */
    public String name() {
        String name = artifact.name() == null ? artifact.artifactType() : artifact.name();
        return name.length() <= 100 ? name : name.substring(0, 100) + "…";
    }
}
