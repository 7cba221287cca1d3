package dev.agenthost.protocol.store.state;

import java.util.Optional;

/**
 * What may be kept in storage: the same for who asks and for who keeps. A list of all keys of an owner fits into one frame of the
 * runners' wire because of the three limits together.
 */
public final class StorageLimits {
    /** Of a key, in characters. */
    public static final int KEY_LENGTH = 512;
    /** Of one value, in bytes. */
    public static final int VALUE_BYTES = 10 * 1024 * 1024;
    /** Of one owner. */
    public static final int MOST_KEYS = 10_000;

    private StorageLimits() {}

    /** Why that text is no key, to follow the name of its field; empty where it is one. */
    public static Optional<String> faultOfKey(String key) {
        if (key.isBlank() || key.length() > KEY_LENGTH) {
            return Optional.of("must have 1 to " + KEY_LENGTH + " characters, not all of them blank");
        }
        return key.codePoints().allMatch(StorageLimits::isText)
                ? Optional.empty()
                : Optional.of("must not contain control characters or halves of characters");
    }

    private static boolean isText(int codePoint) {
        boolean isHalf = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return !isHalf && !Character.isISOControl(codePoint);
    }
}
