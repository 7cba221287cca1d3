package dev.agenthost.actiongraph.reference;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import org.jspecify.annotations.Nullable;

/** Reads references out of JSON. */
public final class ReferenceMember {
    private ReferenceMember() {}

    /** Reads a string that is one reference; null after it has added an error. */
    public static @Nullable Reference read(JsonNode value, String path, ViolationCollector violations) {
        if (!value.isTextual()) {
            violations.error(path, Rule.FIELD_TYPE, "must be a string that is a reference");
            return null;
        }
        return switch (ReferenceParser.parse(value.textValue())) {
            case ReferenceSyntax.Parsed parsed -> parsed.reference();
            case ReferenceSyntax.Malformed malformed -> {
                violations.error(path, Rule.REFERENCE_SYNTAX, malformed.why());
                yield null;
            }
        };
    }
}
