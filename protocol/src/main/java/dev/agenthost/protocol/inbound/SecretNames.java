package dev.agenthost.protocol.inbound;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells names that look like those of secrets. Rather one harmless parameter lost than one credential on a topic. */
public final class SecretNames {

    /** Anywhere in the name, however it is written: {@code apiKey}, {@code X-API-KEY}, {@code my_api_key_2}. */
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

    /** One of the name's words. */
    private static final Set<String> WORDS = Set.of("token", "pwd", "auth", "oauth", "sessionid", "signature", "otp");

    /** The whole name. */
    private static final Set<String> NAMES = Set.of("pass", "pin", "session");

    /** Several tokens: of a model they are counted, of these owners they open something. */
    private static final Set<String> TOKEN_OWNERS =
            Set.of("access", "refresh", "auth", "api", "session", "id", "bot", "user");

    private SecretNames() {}

    /** @param name of a member of an object, in any spelling */
    public static boolean looksSecret(String name) {
        // Read in camel case, and as it stands: PwD is pwd, and botPwd is bot pwd.
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

    /** {@code token_limit} is a number about tokens, not a token. */
    private static boolean isCounted(String[] words, int at) {
        return words[at].equals("token")
                && at + 1 < words.length
                && Set.of("count", "limit", "budget", "usage").contains(words[at + 1]);
    }
}
