package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.error.Fields;
import java.util.List;

/** The names of the values of a scope, sorted. */
public record StateKeys(List<String> keys, boolean hasMore) {
    public StateKeys {
        keys = Fields.list(keys, "keys");
    }
}
