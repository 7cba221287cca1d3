package dev.agenthost.orchestrator.runner;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The accepted keys of runners: configured ones, which are fixed, and issued ones, which may be revoked. Compares digests in constant time;
 * an empty key matches none.
 */
public final class RunnerKeyRing {
    /** The keys that were issued for runners. */
    public interface Issued {
        Optional<RunnerKey> find(String secret);

        boolean isRevoked(RunnerKey key);

        /** Returns true if all keys that existed when this replica started are known. */
        boolean isComplete();

        /** A source without keys. */
        static Issued none() {
            return new Issued() {
                @Override
                public Optional<RunnerKey> find(String secret) {
                    return Optional.empty();
                }

                @Override
                public boolean isRevoked(RunnerKey key) {
                    return false;
                }

                @Override
                public boolean isComplete() {
                    return true;
                }
            };
        }
    }

    private final List<RunnerKey> configured;
    private final Issued issued;

    public RunnerKeyRing(List<RunnerKey> configured) {
        this(configured, Issued.none());
    }

    public RunnerKeyRing(List<RunnerKey> configured, Issued issued) {
        this.configured = List.copyOf(configured);
        this.issued = issued;
    }

    public Optional<RunnerKey> find(String presented) {
        if (presented.isBlank()) {
            return Optional.empty();
        }
        String secret = presented.strip();
        byte[] digest = HexFormat.of().formatHex(sha256(secret)).getBytes(StandardCharsets.US_ASCII);
        return configured.stream()
                .filter(key -> MessageDigest.isEqual(
                        digest, key.sha256().toLowerCase(java.util.Locale.ROOT).getBytes(StandardCharsets.US_ASCII)))
                .findFirst()
                .or(() -> issued.find(secret));
    }

    /** The key that all given keys equal; empty if one of them is invalid, if they differ, or if there is none. */
    public Optional<RunnerKey> findSame(List<String> presented) {
        List<Optional<RunnerKey>> found =
                presented.stream().map(this::find).distinct().toList();
        return found.size() == 1 ? found.getFirst() : Optional.empty();
    }

    /** Returns true if a key that was accepted before is still accepted. */
    public boolean stillOpens(RunnerKey key) {
        return configured.contains(key) || !issued.isRevoked(key);
    }

    /** Returns false while an unknown key may be one that was not read yet. */
    public boolean isComplete() {
        return issued.isComplete();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
