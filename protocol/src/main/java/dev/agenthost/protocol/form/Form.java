package dev.agenthost.protocol.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The fields of a runner's configuration (spec 000 §4.2, {@code config_schema}), in the order in which they are shown. */
public record Form(List<FormField> fields) {
    /** Field of a static prompt (spec 000 §12), allowed even if the form does not declare it. */
    private static final String PROMPT = "prompt";

    /** Field that declares the runner's delta mode to the host. Any configuration may have it, even if no form declares it. */
    public static final String DELTA_MODE = "delta_mode";

    private static final Set<String> DELTA_MODES = Set.of("increment", "accumulated");

    private static final int LONGEST_NAME = 100;

    public Form {
        fields = Fields.list(fields, "config_schema");
    }

    /** Returns all violations: first the fields in their order, then the names that are no field. */
    public List<FormViolation> breaches(ObjectNode config) {
        List<FormViolation> breaches = new ArrayList<>();
        ObjectNode filled = filled(config);
        for (FormField field : fields) {
            JsonNode value = filled.path(field.name());
            if (!value.isMissingNode() && !value.isNull()) {
                FieldValue.breach(field, value).ifPresent(breaches::add);
            }
            if (field.required() && FieldValue.isEmpty(field.kind(), value) && field.isShown(filled)) {
                breaches.add(new FormViolation(field.name(), "is missing"));
            }
        }
        Set<String> names = fields.stream().map(FormField::name).collect(Collectors.toSet());
        for (Map.Entry<String, JsonNode> given : config.properties()) {
            String name = given.getKey();
            if (names.contains(name) || name.equals(PROMPT) || given.getValue().isNull()) {
                continue;
            }
            if (!name.equals(DELTA_MODE)) {
                breaches.add(new FormViolation(cut(name), "is not a field of this runner's form"));
            } else if (!DELTA_MODES.contains(given.getValue().asText())) {
                breaches.add(new FormViolation(name, "must be increment or accumulated"));
            }
        }
        return breaches;
    }

    /** Returns the configuration with the defaults of omitted fields; the same object if no default applies. */
    public ObjectNode filled(ObjectNode config) {
        ObjectNode filled = config;
        for (FormField field : fields) {
            JsonNode usual = field.usual();
            if (usual != null && !config.hasNonNull(field.name())) {
                filled = filled == config ? config.deepCopy() : filled;
                filled.set(field.name(), usual.deepCopy());
            }
        }
        return filled;
    }

    static String cut(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
    }
}
