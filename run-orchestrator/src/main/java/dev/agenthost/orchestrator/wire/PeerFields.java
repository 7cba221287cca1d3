package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Converts the outgoing data of one connection to the fields of its generation, as far as the generation is known. */
public final class PeerFields implements WireLink.Fields {
    private final Supplier<SdkGeneration> declared;
    private volatile @Nullable SdkGeneration seen;

    /** @param declared the generation of the registration, or of the settings */
    public PeerFields(Supplier<SdkGeneration> declared) {
        this.declared = declared;
    }

    public SdkGeneration generation() {
        SdkGeneration shown = seen;
        return shown == null ? declared.get() : shown;
    }

    @Override
    public JsonNode request(String action, JsonNode data) {
        return changed(action, data);
    }

    @Override
    public JsonNode answer(Frame.Request call, JsonNode data) {
        SdkGeneration before = generation();
        SdkGeneration now = before.seenIn(call.action(), call.data());
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
