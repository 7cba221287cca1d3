package dev.agenthost.delivery.send;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a send goes.
 *
 * @param surface for instance {@code webhook}
 * @param url as the binding has it; whether it can be called is judged when it is called
 * @param secretRef name of the secret that signs; never the secret
 */
public record Destination(
        String surface, String url, @Nullable String secretRef) {

    /** What shares one cap of concurrent calls: scheme, host and port; the whole text where that cannot be read. */
    public String endpoint() {
        try {
            URI uri = new URI(url);
            if (uri.getScheme() != null && uri.getRawAuthority() != null) {
                return (uri.getScheme() + "://" + uri.getRawAuthority()).toLowerCase(Locale.ROOT);
            }
        } catch (URISyntaxException e) {
            // Answered when it is called: webhook.url_invalid.
        }
        return "?" + digest(url);
    }

    /** The lane of a conversation's sends to this address: they go out one after another. */
    public String lane(String conversationKey) {
        return digest(conversationKey + "\n" + surface + "\n" + url);
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
