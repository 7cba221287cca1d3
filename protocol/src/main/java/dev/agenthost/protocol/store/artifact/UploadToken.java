package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/**
 * What lets an attempt upload, by tus 1.0.0.
 *
 * @param path where uploads begin, on the address that people and programs use as well
 * @param token to be shown as a bearer token
 * @param expiresAt when a new one is needed, in epoch seconds
 * @param mostBytes of one artifact
 */
public record UploadToken(String path, String token, long expiresAt, long mostBytes) {
    public UploadToken {
        Fields.text(path, "path");
        Fields.text(token, "token");
    }
}
