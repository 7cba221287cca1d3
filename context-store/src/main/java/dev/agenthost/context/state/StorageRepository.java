package dev.agenthost.context.state;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageOwner;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/**
 * Where storage is kept. Writes are fenced and done once for each operation id. An owner never holds more than its quota, whoever else
 * writes at the same time.
 */
public interface StorageRepository {
    Uni<Optional<StoredValue>> get(StorageKey key);

    Uni<StorageWrite> set(WriteClaim claim, StorageKey key, byte[] value, StorageCondition condition);

    Uni<StorageWrite> delete(WriteClaim claim, StorageKey key, StorageCondition condition);

    /** Whatever is there. */
    default Uni<StorageWrite> set(WriteClaim claim, StorageKey key, byte[] value) {
        return set(claim, key, value, new StorageCondition.Any());
    }

    /** Whatever is there. */
    default Uni<StorageWrite> delete(WriteClaim claim, StorageKey key) {
        return delete(claim, key, new StorageCondition.Any());
    }

    /** All of them, sorted by code point. */
    Uni<StorageKeys> keys(String workspaceId, StorageOwner owner);

    /**
     * The first of those with that prefix, sorted by code point, and whether there are more.
     *
     * @param after only keys that come after this one; empty for all
     */
    Uni<StorageKeys> page(String workspaceId, StorageOwner owner, String prefix, String after, int limit);
}
