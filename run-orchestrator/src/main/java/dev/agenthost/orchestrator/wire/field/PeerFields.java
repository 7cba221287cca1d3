package dev.agenthost.orchestrator.wire.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.Generation;
import dev.agenthost.orchestrator.wire.WireLink;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Converts the outgoing data of one connection to the fields of its generation, as far as the generation is known. */
public final class PeerFields implements WireLink.Fields {
    private final Supplier<Generation> declared;
    private volatile @Nullable Generation seen;

    /** @param declared the generation of the registration, or of the settings */
    public PeerFields(Supplier<Generation> declared) {
        this.declared = declared;
    }

    public Generation generation() {
        Generation shown = seen;
        return shown == null ? declared.get() : shown;
    }

    @Override
    public JsonNode request(String action, JsonNode data) {
        return changed(action, data);
    }

    @Override
    public JsonNode answer(Frame.Request call, JsonNode data) {
        Generation before = generation();
        Generation now = before.seenIn(call.action(), call.data());
        if (now != before) {
            seen = now;
        }
        return changed(call.action(), data);
    }

    private JsonNode changed(String action, JsonNode data) {
        if (data instanceof ObjectNode object) {
            FieldTable.apply(generation(), action, object);
        }
        return data;
    }
}
