package dev.agenthost.door.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All keys of a service, and the decision whom an {@code Authorization} header lets in. Every comparison looks at every key and
 * takes the same time whether and where it fails.
 */
public final class KeyRing {

    private static final String SCHEME = "bearer ";

    private final List<ApiKey> keys;
    private final byte @Nullable [] internalDigest;

    /**
     * @param keys keys of people and programs; two may open one workspace, but one key may not open two
     * @param internalKey the key between services; null or blank: nobody enters the internal paths
     */
    public KeyRing(List<ApiKey> keys, @Nullable String internalKey) {
        Set<String> seen = new HashSet<>();
        for (ApiKey key : keys) {
            if (!seen.add(key.sha256().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("API key " + key.name() + " is the same key as another");
            }
        }
        this.keys = List.copyOf(keys);
        this.internalDigest = internalKey == null || internalKey.isBlank() ? null : digest(internalKey);
    }

    /** Decides about a request of a person or a program. */
    public Admission admit(@Nullable String authorization) {
        String presented = bearer(authorization);
        if (presented == null) {
            return new Admission.NoKey();
        }
        byte[] digest = digest(presented);
        Admission answer = new Admission.WrongKey();
        for (ApiKey key : keys) {
            if (MessageDigest.isEqual(digest, key.digest())) {
                answer = new Admission.Admitted(key.name(), key.workspace());
            }
        }
        return answer;
    }

    /** Decides about a request of another service: true only for the internal key. */
    public boolean opensInternal(@Nullable String authorization) {
        String presented = bearer(authorization);
        return presented != null && internalDigest != null && MessageDigest.isEqual(digest(presented), internalDigest);
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
