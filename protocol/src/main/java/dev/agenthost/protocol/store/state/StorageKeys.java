package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of an owner, in the order of their code points; never more than {@link StorageLimits#MOST_KEYS}.
 *
 * @param hasMore true if keys follow the page; null if all keys were requested
 */
public record StorageKeys(List<String> keys, @Nullable Boolean hasMore) {
    public StorageKeys {
        keys = Fields.list(keys, "keys");
    }

    /** All keys. */
    public static StorageKeys all(List<String> keys) {
        return new StorageKeys(keys, null);
    }
}
