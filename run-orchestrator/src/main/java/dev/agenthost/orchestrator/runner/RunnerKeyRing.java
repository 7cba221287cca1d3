package dev.agenthost.orchestrator.runner;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The runner keys that are configured here. Compares digests in constant time; an empty key matches none. */
public final class RunnerKeyRing {
    private final List<RunnerKey> keys;

    public RunnerKeyRing(List<RunnerKey> keys) {
        this.keys = List.copyOf(keys);
    }

    public Optional<RunnerKey> find(String presented) {
        if (presented.isBlank()) {
            return Optional.empty();
        }
        byte[] digest = HexFormat.of().formatHex(sha256(presented.strip())).getBytes(StandardCharsets.US_ASCII);
        return keys.stream()
                .filter(key -> MessageDigest.isEqual(
                        digest, key.sha256().toLowerCase(java.util.Locale.ROOT).getBytes(StandardCharsets.US_ASCII)))
                .findFirst();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
