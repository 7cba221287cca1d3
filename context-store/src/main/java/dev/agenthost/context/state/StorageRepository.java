package dev.agenthost.context.state;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageOwner;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/**
 * Stores values of plugins and workspaces. Writes are fenced and take effect once for each operation id. An owner never exceeds its
 * quota, also under concurrent writes.
 */
public interface StorageRepository {
    Uni<Optional<StoredValue>> get(StorageKey key);

    Uni<StorageWrite> set(WriteClaim claim, StorageKey key, byte[] value, StorageCondition condition);

    Uni<StorageWrite> delete(WriteClaim claim, StorageKey key, StorageCondition condition);

    /** Sets a value, whatever is stored. */
    default Uni<StorageWrite> set(WriteClaim claim, StorageKey key, byte[] value) {
        return set(claim, key, value, new StorageCondition.Any());
    }

    /** Deletes a value, whatever is stored. */
    default Uni<StorageWrite> delete(WriteClaim claim, StorageKey key) {
        return delete(claim, key, new StorageCondition.Any());
    }

    /** Returns all keys, sorted by code point. */
    Uni<StorageKeys> keys(String workspaceId, StorageOwner owner);

    /**
     * Returns the first keys with that prefix, sorted by code point, and whether there are more.
     *
     * @param after only keys that come after this one; empty for all
     */
    Uni<StorageKeys> page(String workspaceId, StorageOwner owner, String prefix, String after, int limit);
}
