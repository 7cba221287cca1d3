package dev.agenthost.platform.security;

import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a service, and the decision about an {@code Authorization} header. The keys of the settings are fixed; those of {@code
 * agent.keys} are added and revoked. No database is queried.
 *
 * <p>Keys are found by their digest: the beginning of a digest, derived from the time of a look-up, reveals nothing about the key.
 *
 * <p>A revocation is final in any order and number of the key's records.
 */
public final class ApiKeyRegistry {

    private static final String SCHEME = "bearer ";

    private final Map<String, ApiKey> configured;
    private final byte @Nullable [] internalDigest;
    private final Map<String, ApiKey> issued = new ConcurrentHashMap<>();
    private final Set<String> revoked = ConcurrentHashMap.newKeySet();
    private volatile boolean complete;

    /**
     * @param keys keys of the settings; two may have one workspace, but one key may not have two
     * @param internalKey the key between services; null or blank: the internal paths are closed
     */
    public ApiKeyRegistry(List<ApiKey> keys, @Nullable String internalKey) {
        Map<String, ApiKey> byDigest = new HashMap<>();
        for (ApiKey key : keys) {
            if (byDigest.put(key.sha256(), key) != null) {
                throw new IllegalArgumentException("API key " + key.keyId() + " has the same secret as another");
            }
        }
        this.configured = Map.copyOf(byDigest);
        this.internalDigest = internalKey == null || internalKey.isBlank() ? null : digest(internalKey);
    }

    /** Decides about a request of a person or a program. */
    public AuthenticationResult admit(@Nullable String authorization) {
        String presented = bearer(authorization);
        if (presented == null) {
            return new AuthenticationResult.NoKey();
        }
        ApiKey key = find(presented);
        if (key != null) {
            return new AuthenticationResult.Admitted(key);
        }
        return complete ? new AuthenticationResult.WrongKey() : new AuthenticationResult.StillReading();
    }

    /** Decides about a request of another service: true only for the internal key. */
    public boolean opensInternal(@Nullable String authorization) {
        String presented = bearer(authorization);
        return presented != null && internalDigest != null && MessageDigest.isEqual(digest(presented), internalDigest);
    }

    /** Returns the runner's key of that secret, unless it is unknown or revoked. */
    public Optional<ApiKey> runnerKey(String secret) {
        return Optional.ofNullable(find(secret)).filter(key -> key.role() == KeyRole.RUNNER);
    }

    public boolean isRevoked(String keyId) {
        return revoked.contains(keyId);
    }

    /** Applies a record of {@code agent.keys}; a repetition changes nothing. */
    public void take(AccessKey accessKey) {
        // Two readers never run at once, so no change happens between the two steps of a branch.
        if (accessKey.isRevoked()) {
            revoked.add(accessKey.keyId());
            issued.computeIfPresent(
                    accessKey.sha256(), (digest, known) -> known.keyId().equals(accessKey.keyId()) ? null : known);
        } else if (!revoked.contains(accessKey.keyId())) {
            issued.put(accessKey.sha256(), ApiKey.of(accessKey));
        }
    }

    /** Marks that all keys that existed when this service started are read. */
    public void complete() {
        complete = true;
    }

    public boolean isComplete() {
        return complete;
    }

    private @Nullable ApiKey find(String secret) {
        String digest = HexFormat.of().formatHex(digest(secret));
        ApiKey known = configured.get(digest);
        return known != null ? known : issued.get(digest);
    }

    private static @Nullable String bearer(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String key = authorization.substring(SCHEME.length()).strip();
        return key.isEmpty() ? null : key;
    }

    private static byte[] digest(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
