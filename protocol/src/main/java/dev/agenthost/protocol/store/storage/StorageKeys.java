package dev.agenthost.protocol.store.storage;

import dev.agenthost.protocol.field.Fields;
import java.util.List;

/** All keys of an owner, in the order of their code points; never more than {@link StorageLimits#MOST_KEYS}. */
public record StorageKeys(List<String> keys) {
    public StorageKeys {
        keys = Fields.list(keys, "keys");
    }
}
