package dev.agenthost.protocol.form;

import java.util.List;
import java.util.Locale;

/** Names of configuration fields that hold a secret and nothing else. Such a field holds a reference to the secret. */
public final class SecretFields {
    /** Endings of such names, in letters only. */
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
