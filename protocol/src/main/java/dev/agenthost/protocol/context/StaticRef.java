package dev.agenthost.protocol.context;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** Something large that rarely changes, named instead of sent (spec 003 §6). */
public record StaticRef(
        String ref, @Nullable String version, @Nullable String sha256) {
    public StaticRef {
        Fields.text(ref, "ref");
    }
}
