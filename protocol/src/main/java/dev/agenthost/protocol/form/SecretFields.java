package dev.agenthost.protocol.form;

import java.util.List;
import java.util.Locale;

/** Fields of what people configure whose names say that they hold a secret and nothing else. A secret stands there by reference. */
public final class SecretFields {
    /** How such a name ends, without what separates its words. */
    private static final List<String> ENDINGS = List.of(
            "apikey",
            "secret",
            "secretkey",
            "password",
            "privatekey",
            "accesstoken",
            "authtoken",
            "bottoken",
            "authorization");

    private SecretFields() {}

    public static boolean holdsSecret(String field) {
        String bare = field.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        return ENDINGS.stream().anyMatch(bare::endsWith);
    }
}
