package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/**
 * A permission for an attempt to upload, by tus 1.0.0.
 *
 * @param path start of uploads, on the public address
 * @param token to be sent as a bearer token
 * @param expiresAt end of the token, in epoch seconds
 * @param mostBytes of one artifact
 */
public record UploadToken(String path, String token, long expiresAt, long mostBytes) {
    public UploadToken {
        Fields.text(path, "path");
        Fields.text(token, "token");
    }
}
