package dev.agenthost.protocol.result;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.WireName;

/** A button that submits the response: {@code id} of at most 128 characters, {@code label} of at most 512. */
public record InteractionAction(String id, String label, Style style) {
    /** The mark that a surface gives the button. */
    public enum Style implements WireName {
        DEFAULT,
        PRIMARY,
        DANGER
    }

    public InteractionAction {
        Fields.text(id, 128, "id");
        Fields.text(label, 512, "label");
        style = Fields.or(style, Style.DEFAULT);
    }
}
