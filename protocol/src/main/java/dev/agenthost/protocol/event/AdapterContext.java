package dev.agenthost.protocol.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;

/** One-shot, JSON-safe facts of the entrance (spec 000 §12); never prompt, history, tools or resources. */
public record AdapterContext(ObjectNode extra) {
    public AdapterContext {
        extra = Fields.object(extra);
    }

    public static AdapterContext empty() {
        return new AdapterContext(Fields.object(null));
    }
}
