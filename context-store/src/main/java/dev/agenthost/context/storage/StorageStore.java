package dev.agenthost.context.storage;

import dev.agenthost.context.fence.WriteClaim;
import dev.agenthost.protocol.store.storage.StorageKeys;
import dev.agenthost.protocol.store.storage.StorageOwner;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/**
 * Where storage is kept. Writes are fenced and done once for each operation id. An owner never holds more than its quota, whoever else
 * writes at the same time.
 */
public interface StorageStore {
    Uni<Optional<StoredValue>> get(StorageKey key);

    Uni<StorageWrite> set(WriteClaim claim, StorageKey key, byte[] value);

    Uni<StorageWrite> delete(WriteClaim claim, StorageKey key);

    /** All of them, sorted by code point. */
    Uni<StorageKeys> keys(String workspaceId, StorageOwner owner);
}
