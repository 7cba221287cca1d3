package dev.agenthost.gateway.bot;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Compares the secret of a request with those of a bot. */
public final class WebhookSecrets {

    private WebhookSecrets() {}

    /**
     * Returns true if the presented secret is one of these. The time does not depend on where they differ, nor on which of them matches.
     *
     * @param presented null if the request has none
     */
    public static boolean match(@Nullable String presented, Collection<String> live) {
        byte[] given = (presented == null ? "" : presented).getBytes(StandardCharsets.UTF_8);
        boolean matches = false;
        for (String secret : live) {
            matches |= !secret.isEmpty() && MessageDigest.isEqual(given, secret.getBytes(StandardCharsets.UTF_8));
        }
        return matches;
    }
}
