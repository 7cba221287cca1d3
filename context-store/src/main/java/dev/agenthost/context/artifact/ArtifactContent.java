package dev.agenthost.context.artifact;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Bytes with their digest. */
public final class ArtifactContent {
    private final byte[] bytes;
    private final String sha256;

    /** @param bytes must not be changed by the caller afterwards */
    public ArtifactContent(byte[] bytes) {
        this.bytes = bytes;
        this.sha256 = HexFormat.of().formatHex(digest().digest(bytes));
    }

    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return bytes.length;
    }

    /** Returns the digest in lower-case hexadecimal. */
    public String sha256() {
        return sha256;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
