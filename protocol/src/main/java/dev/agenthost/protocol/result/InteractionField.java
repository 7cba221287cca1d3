package dev.agenthost.protocol.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.WireName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of a question to a person.
 *
 * @param id at most 128 characters
 * @param label at most 512 characters
 * @param options the values of a {@link Type#SELECT} or {@link Type#MULTISELECT}, at most 100
 * @param placeholder at most 1,000 characters
 * @param defaultValue the value that the surface shows first ({@code default} on the wire)
 */
public record InteractionField(
        String id,
        String label,
        Type type,
        boolean required,
        List<InteractionOption> options,
        @Nullable String placeholder,
        @JsonProperty("default") @Nullable JsonNode defaultValue) {

    /** The kind of value. */
    public enum Type implements WireName {
        TEXT,
        TEXTAREA,
        SELECT,
        MULTISELECT,
        NUMBER,
        BOOLEAN,
        FILE;

        boolean hasOptions() {
            return this == SELECT || this == MULTISELECT;
        }
    }

    public InteractionField {
        Fields.text(id, 128, "id");
        Fields.text(label, 512, "label");
        Fields.required(type, "type");
        options = Fields.list(options, 100, "options");
        if (placeholder != null && placeholder.length() > 1000) {
            throw new InvalidFieldException("placeholder", "must have at most 1000 characters");
        }
        defaultValue = Fields.nullable(defaultValue);
        if (type.hasOptions() == options.isEmpty()) {
            throw new InvalidFieldException(
                    "options", type.hasOptions() ? "must name at least one" : "are for select and multiselect only");
        }
        InteractionRequest.distinct(options.stream().map(InteractionOption::value), "options");
    }

    /** Returns true if an option of this field is chosen at first. */
    public boolean isDefault(InteractionOption option) {
        if (defaultValue == null) {
            return false;
        }
        return defaultValue.isArray()
                ? defaultValue.valueStream().anyMatch(each -> option.value().equals(each.textValue()))
                : option.value().equals(defaultValue.textValue());
    }
}
