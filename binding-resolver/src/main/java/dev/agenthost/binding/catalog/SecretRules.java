package dev.agenthost.binding.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.form.SecretFields;
import dev.agenthost.protocol.form.SecretReference;
import java.util.Map;

/**
 * Refuses secrets in published configurations. A configuration refers to a secret by its configured name,
 * {@code {"secret_ref": "NAME"}}.
 */
public final class SecretRules {
    private SecretRules() {}

    /** @throws InvalidFieldException for the first plain secret and for the first reference with an invalid name */
    public static void check(JsonNode configuration, String path) {
        for (Map.Entry<String, JsonNode> field : configuration.properties()) {
            String at = path + "." + field.getKey();
            JsonNode value = field.getValue();
            if (field.getKey().equals(SecretReference.FIELD)) {
                if (!value.isTextual() || !SecretReference.isName(value.textValue())) {
                    throw new InvalidFieldException(at, "must be the name of a configured secret");
                }
                if (configuration.size() > 1) {
                    throw new InvalidFieldException(at, "must be the only field of its object");
                }
            } else if (value.isTextual() && !value.textValue().isEmpty() && SecretFields.holdsSecret(field.getKey())) {
                throw new InvalidFieldException(
                        at,
                        "must not contain a secret: configure the secret and write {\"secret_ref\": \"ITS_NAME\"} here");
            }
            check(value, at);
        }
        if (configuration.isArray()) {
            for (int i = 0; i < configuration.size(); i++) {
                check(configuration.get(i), path + "[" + i + "]");
            }
        }
    }
}
