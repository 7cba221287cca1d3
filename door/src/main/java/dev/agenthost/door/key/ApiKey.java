package dev.agenthost.door.key;

import java.util.HexFormat;

/**
 * A key that opens one workspace. The key itself is stored nowhere, only its digest.
 *
 * @param name what the operator calls the key; safe to log
 * @param sha256 SHA-256 of the key's UTF-8 bytes, 64 hexadecimal digits
 * @param workspace the one workspace the key opens
 */
public record ApiKey(String name, String sha256, String workspace) {

    public ApiKey {
        if (name.isBlank() || workspace.isBlank()) {
            throw new IllegalArgumentException("an API key needs a name and a workspace");
        }
        if (!sha256.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException("API key " + name + ": sha256 is not 64 hexadecimal digits");
        }
    }

    byte[] digest() {
        return HexFormat.of().parseHex(sha256);
    }
}
