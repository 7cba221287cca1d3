package dev.agenthost.delivery.send;

import dev.agenthost.protocol.topic.Topics;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a send goes. */
public sealed interface Destination {

    /** The surface's name, as receipts show it. */
    String surface();

    /** What shares one cap of concurrent calls. */
    String endpoint();

    /** The lane of a conversation's sends to this place: they go out one after another. */
    String lane(String conversationKey);

    /**
     * A signed webhook.
     *
     * @param url as the binding has it; whether it can be called is judged when it is called
     * @param secretRef name of the secret that signs; never the secret
     */
    record Webhook(String url, @Nullable String secretRef) implements Destination {
        /** The name of this surface; no adapter may have it. */
        public static final String SURFACE = "webhook";

        @Override
        public String surface() {
            return SURFACE;
        }

        /** Scheme, host and port; the whole text where that cannot be read. */
        @Override
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

        @Override
        public String lane(String conversationKey) {
            return digest(conversationKey + "\n" + SURFACE + "\n" + url);
        }
    }

    /** The topic of an adapter, which is named as its surface. */
    record Outbound(String adapter) implements Destination {
        /** {@code agent.outbound.<adapter>}. */
        public String topic() {
            return Topics.outbound(adapter);
        }

        @Override
        public String surface() {
            return adapter;
        }

        @Override
        public String endpoint() {
            return topic();
        }

        @Override
        public String lane(String conversationKey) {
            return digest(conversationKey + "\n" + topic());
        }
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
