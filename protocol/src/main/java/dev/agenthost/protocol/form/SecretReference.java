package dev.agenthost.protocol.form;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A secret as it stands in a configuration: {@code {"secret_ref": "NAME"}}, alone. Configurations travel on topics, so what is behind the
 * name never stands in one.
 *
 * @param name of a configured secret
 */
public record SecretReference(String name) {
    /** The one field of a reference. */
    public static final String FIELD = "secret_ref";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,127}");

    /** Empty where the value is something else. */
    public static Optional<SecretReference> of(JsonNode value) {
        JsonNode name = value.path(FIELD);
        return value.size() == 1 && name.isTextual() && isName(name.textValue())
                ? Optional.of(new SecretReference(name.textValue()))
                : Optional.empty();
    }

    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }
}
