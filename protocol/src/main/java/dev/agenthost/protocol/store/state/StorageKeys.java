package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of an owner, in the order of their code points; never more than {@link StorageLimits#MOST_KEYS}.
 *
 * @param hasMore of a page, whether there are keys behind it; null where all of them were asked for
 */
public record StorageKeys(List<String> keys, @Nullable Boolean hasMore) {
    public StorageKeys {
        keys = Fields.list(keys, "keys");
    }

    /** All of them. */
    public static StorageKeys all(List<String> keys) {
        return new StorageKeys(keys, null);
    }
}
