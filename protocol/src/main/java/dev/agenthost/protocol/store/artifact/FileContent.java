package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/** All bytes of a file. */
public record FileContent(String fileBase64) {
    public FileContent {
        Fields.required(fileBase64, "file_base64");
    }
}
