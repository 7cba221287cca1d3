package dev.agenthost.protocol.form;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One field of a form.
 *
 * @param required to be filled in, unless it has a value of its own or is not shown
 * @param usual the default value
 * @param options of a {@link FieldKind#SELECT}
 * @param minimum the least value of a number; null if there is no limit
 * @param maximum the greatest value of a number; null if there is no limit
 * @param members names of the members that an object, or each object of a list, may have; empty if any
 * @param shownIf null where it is always shown
 */
public record FormField(
        String name,
        FieldKind kind,
        boolean required,
        @Nullable JsonNode usual,
        List<String> options,
        @Nullable BigDecimal minimum,
        @Nullable BigDecimal maximum,
        List<String> members,
        @Nullable VisibilityCondition shownIf) {
    public FormField {
        Fields.text(name, "name");
        Fields.required(kind, "type");
        options = Fields.list(options, "options");
        members = Fields.list(members, "members");
    }

    boolean isShown(JsonNode config) {
        return shownIf == null || shownIf.isMet(config);
    }
}
