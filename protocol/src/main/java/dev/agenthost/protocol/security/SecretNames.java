package dev.agenthost.protocol.security;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Detects names of probable secrets. Losing a harmless parameter is better than publishing a credential. */
public final class SecretNames {

    /** Parts of a name, in any spelling: {@code apiKey}, {@code X-API-KEY}, {@code my_api_key_2}. */
    private static final List<String> PARTS = List.of(
            "secret",
            "password",
            "passwd",
            "passphrase",
            "passcode",
            "apikey",
            "accesskey",
            "privatekey",
            "signingkey",
            "encryptionkey",
            "credential",
            "authorization",
            "cookie",
            "bearer",
            "jwt",
            "responseurl",
            "webhookurl");

    /** Single words of a name. */
    private static final Set<String> WORDS = Set.of("token", "pwd", "auth", "oauth", "sessionid", "signature", "otp");

    /** Whole names. */
    private static final Set<String> NAMES = Set.of("pass", "pin", "session");

    /** Words before {@code tokens} that denote credentials, not a count of model tokens. */
    private static final Set<String> TOKEN_OWNERS =
            Set.of("access", "refresh", "auth", "api", "session", "id", "bot", "user");

    private SecretNames() {}

    /** @param name of a member of an object, in any spelling */
    public static boolean looksSecret(String name) {
        // Camel case is tried split and unsplit: botPwd is bot pwd, PwD is pwd.
        return anyWordLooksSecret(name.replaceAll("([a-z0-9])([A-Z])", "$1 $2")) || anyWordLooksSecret(name);
    }

    private static boolean anyWordLooksSecret(String name) {
        String spaced = name.replaceAll("[^A-Za-z0-9]+", " ");
        String[] words = spaced.strip().toLowerCase(Locale.ROOT).split(" ");
        String compact = String.join("", words);
        if (NAMES.contains(compact) || PARTS.stream().anyMatch(compact::contains) || compact.endsWith("token")) {
            return true;
        }
        for (int i = 0; i < words.length; i++) {
            boolean ownedTokens = words[i].equals("tokens") && i > 0 && TOKEN_OWNERS.contains(words[i - 1]);
            if (ownedTokens || WORDS.contains(words[i]) && !isCounted(words, i)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true for a count of tokens ({@code token_limit}). */
    private static boolean isCounted(String[] words, int at) {
        return words[at].equals("token")
                && at + 1 < words.length
                && Set.of("count", "limit", "budget", "usage").contains(words[at + 1]);
    }
}
