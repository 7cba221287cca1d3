package dev.agenthost.protocol.result;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** A value that a person may choose: {@code value} and {@code label} of at most 512 characters. */
public record InteractionOption(
        String value, String label, @Nullable String description) {
    public InteractionOption {
        Fields.text(value, 512, "value");
        Fields.text(label, 512, "label");
    }
}
