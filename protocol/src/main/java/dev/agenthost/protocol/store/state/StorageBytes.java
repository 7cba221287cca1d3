package dev.agenthost.protocol.store.state;

import java.util.Base64;

/** The decoded bytes of a base64 value, or the fault of the value. */
public sealed interface StorageBytes {
    record Read(byte[] bytes) implements StorageBytes {}

    /** @param bytes the decoded size */
    record TooLarge(long bytes) implements StorageBytes {}

    /** A text that is not standard, padded base64. */
    record NotBase64() implements StorageBytes {}

    /** Decodes up to the limit; never throws. */
    static StorageBytes of(String base64) {
        int length = base64.length();
        if (length % 4 != 0) {
            return new NotBase64();
        }
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        long size = length / 4 * 3L - padding;
        if (size > StorageLimits.VALUE_BYTES) {
            return new TooLarge(size);
        }
        try {
            return new Read(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return new NotBase64();
        }
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
