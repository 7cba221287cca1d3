package dev.agenthost.context.state;

import dev.agenthost.protocol.store.state.StorageLimits;

/**
 * Limits of the storage of one owner in one workspace.
 *
 * @param bytes of all its values together; keys are not counted here
 * @param keys at most {@link StorageLimits#MOST_KEYS}, because one answer lists all of them
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
