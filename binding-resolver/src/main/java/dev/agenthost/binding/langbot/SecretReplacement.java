package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.form.SecretFields;
import dev.agenthost.protocol.form.SecretReference;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Replaces LangBot's plain secrets by references: a configuration is published and must not hold secrets. */
final class SecretReplacement {
    private static final int LONGEST_FIELD = 40;

    private SecretReplacement() {}

    /** Changes the object in place. */
    static void in(ObjectNode config, String path, String agentId, List<Finding> findings) {
        for (String name : config.properties().stream().map(Map.Entry::getKey).toList()) {
            JsonNode value = config.path(name);
            if (value.isTextual() && !value.textValue().isEmpty() && SecretFields.holdsSecret(name)) {
                String secret = nameOf(agentId, name);
                config.set(name, JsonNodeFactory.instance.objectNode().put(SecretReference.FIELD, secret));
                findings.add(new Finding(
                        Finding.Code.SECRET_NEEDED,
                        path + "." + name,
                        "The value is not imported. Configure it as the secret " + secret + "."));
            } else {
                below(value, path + "." + name, agentId, findings);
            }
        }
    }

    private static void below(JsonNode value, String path, String agentId, List<Finding> findings) {
        if (value instanceof ObjectNode object) {
            in(object, path, agentId, findings);
        } else if (value instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                below(array.get(i), path + "[" + i + "]", agentId, findings);
            }
        }
    }

    /** Returns a secret name for this agent only. */
    private static String nameOf(String agentId, String field) {
        String plain = field.replaceAll("[^A-Za-z0-9]+", "_").toUpperCase(Locale.ROOT);
        String id = agentId.replaceAll("[^A-Za-z0-9]+", "_").toUpperCase(Locale.ROOT);
        String name = id + "_" + (plain.length() <= LONGEST_FIELD ? plain : plain.substring(0, LONGEST_FIELD));
        return SecretReference.isName(name) ? name : name.substring(0, Math.min(name.length(), LONGEST_FIELD));
    }
}
