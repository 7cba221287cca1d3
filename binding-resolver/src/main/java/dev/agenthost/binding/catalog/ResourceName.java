package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.regex.Pattern;

/** The user-defined ids of agents and bindings; addresses and logs contain them. */
public final class ResourceName {
    private static final Pattern GRAMMAR = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    private ResourceName() {}

    public static String check(String given, String field) {
        if (!GRAMMAR.matcher(given).matches()) {
            throw new InvalidFieldException(
                    field,
                    "must be an id: up to 128 letters, digits, dots, dashes and underscores, beginning with a letter or digit");
        }
        return given;
    }
}
