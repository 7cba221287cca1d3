package dev.agenthost.binding.key;

import dev.agenthost.protocol.security.AccessKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key with its secret, which only the answer of its creation holds.
 *
 * @param secret {@code ah_<role>_} and 43 characters of base64url: 256 random bits
 */
public record KeyWithSecret(AccessKey key, String secret) {
    /** Number of random bytes of a secret. */
    public static final int RANDOM_BYTES = 32;

    private static final int LAST = 4;

    /**
     * Creates a key.
     *
     * @param request a checked request
     * @param workspaceId the workspace of the key
     * @param random {@value #RANDOM_BYTES} unpredictable bytes
     */
    public static KeyWithSecret of(
            KeyRequest request, String workspaceId, String keyId, byte[] random, Instant now, String createdBy) {
        String secret = "ah_" + request.role().wire() + "_"
                + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        boolean isRunner = request.plugins() != null;
        AccessKey key = new AccessKey(
                keyId,
                workspaceId,
                request.name(),
                request.role(),
                orNone(request.bots()),
                orNone(request.plugins()),
                isRunner && request.workspaces() == null ? List.of(workspaceId) : orNone(request.workspaces()),
                sha256(secret),
                secret.substring(secret.length() - LAST),
                now,
                createdBy,
                null,
                null);
        return new KeyWithSecret(key, secret);
    }

    private static List<String> orNone(@Nullable List<String> given) {
        return given == null ? List.of() : given;
    }

    private static String sha256(String secret) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns a text without the secret, which a record would print. */
    @Override
    public String toString() {
        return "FreshKey[" + key.keyId() + "]";
    }
}
