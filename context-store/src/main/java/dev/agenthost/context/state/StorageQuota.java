package dev.agenthost.context.state;

import dev.agenthost.protocol.store.state.StorageLimits;

/**
 * What one owner may keep in one workspace.
 *
 * @param bytes of all its values together; keys are not counted here
 * @param keys at most {@link StorageLimits#MOST_KEYS}, because all of them are told in one answer
 */
public record StorageQuota(long bytes, int keys) {
    public StorageQuota {
        if (bytes < 1) {
            throw new IllegalArgumentException("a quota has at least one byte");
        }
        if (keys < 1 || keys > StorageLimits.MOST_KEYS) {
            throw new IllegalArgumentException("a quota has 1 to " + StorageLimits.MOST_KEYS + " keys");
        }
    }
}
