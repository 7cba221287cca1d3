package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/** The bytes of a file, all of them. */
public record FileContent(String fileBase64) {
    public FileContent {
        Fields.required(fileBase64, "file_base64");
    }
}
