package dev.agenthost.binding.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.field.InvalidFieldException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Keeps secrets out of configurations: they travel on topics, so a secret stands in them by its configured name,
 * {@code {"secret_ref": "NAME"}}.
 */
public final class SecretRules {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,127}");
    private static final String REFERENCE = "secret_ref";
    /** Endings of field names, without separators, that hold a secret and nothing else. */
    private static final List<String> SECRET_FIELDS =
            List.of("apikey", "secret", "secretkey", "password", "privatekey", "accesstoken", "authtoken", "bottoken");

    private SecretRules() {}

    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** @throws InvalidFieldException for the first secret that is written out, and for the first reference that is no name */
    public static void check(JsonNode configuration, String path) {
        for (Map.Entry<String, JsonNode> field : configuration.properties()) {
            String at = path + "." + field.getKey();
            JsonNode value = field.getValue();
            if (field.getKey().equals(REFERENCE)) {
                if (!value.isTextual() || !isName(value.textValue())) {
                    throw new InvalidFieldException(at, "is no name of a configured secret");
                }
                if (configuration.size() > 1) {
                    throw new InvalidFieldException(at, "stands beside other fields: a reference stands alone");
                }
            } else if (value.isTextual() && !value.textValue().isEmpty() && isSecret(field.getKey())) {
                throw new InvalidFieldException(
                        at, "holds a secret: configure it and write {\"secret_ref\": \"ITS_NAME\"} here");
            }
            check(value, at);
        }
        if (configuration.isArray()) {
            for (int i = 0; i < configuration.size(); i++) {
                check(configuration.get(i), path + "[" + i + "]");
            }
        }
    }

    private static boolean isSecret(String field) {
        String bare = field.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        return SECRET_FIELDS.stream().anyMatch(bare::endsWith);
    }
}
