package dev.agenthost.protocol.store.state;

import java.util.Optional;

/**
 * The limits of storage, the same for run-orchestrator and context-store. Together they bound a list of all keys of an
 * owner to one frame of the runners' wire.
 */
public final class StorageLimits {
    /** Longest key, in characters. */
    public static final int KEY_LENGTH = 512;
    /** Largest value, in bytes. */
    public static final int VALUE_BYTES = 10 * 1024 * 1024;
    /** Most keys of one owner. */
    public static final int MOST_KEYS = 10_000;

    private StorageLimits() {}

    /** Returns the violation of a key, to follow the name of its field; empty if the key is valid. */
    public static Optional<String> faultOfKey(String key) {
        if (key.isBlank() || key.length() > KEY_LENGTH) {
            return Optional.of("must have 1 to " + KEY_LENGTH + " characters, not all of them blank");
        }
        return key.codePoints().allMatch(StorageLimits::isText)
                ? Optional.empty()
                : Optional.of("must not contain control characters or unpaired surrogates");
    }

    private static boolean isText(int codePoint) {
        boolean isHalf = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return !isHalf && !Character.isISOControl(codePoint);
    }
}
