package dev.agenthost.delivery.send;

import dev.agenthost.protocol.run.TargetSurface;
import dev.agenthost.protocol.topic.Topics;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The destination of a send. */
public sealed interface Destination {

    /** Returns the surface's name, as receipts have it. */
    String surface();

    /** Returns the address as sends store it. */
    String address();

    /** Returns true if each call of a send is recorded before it is made. */
    default boolean recordsCalls() {
        return false;
    }

    /** Returns the key of the limit of concurrent calls. */
    String endpoint();

    /** Returns the lane of a conversation's sends to this destination, which are sent one after another. */
    String lane(String conversationKey);

    /**
     * A signed webhook.
     *
     * @param url as in the binding; checked at the call only
     * @param secretRef name of the secret that signs; never the secret
     */
    record Webhook(String url, @Nullable String secretRef) implements Destination {
        @Override
        public String surface() {
            return TargetSurface.WEBHOOK.wire();
        }

        @Override
        public String address() {
            return url;
        }

        /** Returns scheme, host and port; a digest of the text if it is no URL. */
        @Override
        public String endpoint() {
            try {
                URI uri = new URI(url);
                if (uri.getScheme() != null && uri.getRawAuthority() != null) {
                    return (uri.getScheme() + "://" + uri.getRawAuthority()).toLowerCase(Locale.ROOT);
                }
            } catch (URISyntaxException e) {
                // The call reports webhook.url_invalid.
            }
            return "?" + digest(url);
        }

        @Override
        public String lane(String conversationKey) {
            return digest(conversationKey + "\n" + surface() + "\n" + url);
        }
    }

    /** The topic of an adapter; the adapter's name is that of the surface. */
    record Outbound(String adapter) implements Destination {
        /** Returns {@code agent.outbound.<adapter>}. */
        public String topic() {
            return Topics.outbound(adapter);
        }

        @Override
        public String surface() {
            return adapter;
        }

        @Override
        public String address() {
            return topic();
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

    /** A bot at Telegram; the chat is in the part. */
    record Telegram(String botId) implements Destination {
        /** The surface of all bots at Telegram. */
        public static final String SURFACE = "telegram";

        private static final String PREFIX = SURFACE + ":";

        /** Returns the bot of an endpoint; null for the endpoint of another destination. */
        public static @Nullable Telegram ofEndpoint(String endpoint) {
            return endpoint.startsWith(PREFIX) ? new Telegram(endpoint.substring(PREFIX.length())) : null;
        }

        @Override
        public String surface() {
            return SURFACE;
        }

        @Override
        public boolean recordsCalls() {
            return true;
        }

        @Override
        public String address() {
            return endpoint();
        }

        /** Returns {@code telegram:<bot_id>}: Telegram limits each bot. */
        @Override
        public String endpoint() {
            return PREFIX + botId;
        }

        @Override
        public String lane(String conversationKey) {
            return digest(conversationKey + "\n" + endpoint());
        }
    }

    /** A bot by OneBot; the chat is in the part. */
    record OneBot(String botId) implements Destination {
        /** The surface of all bots by OneBot. */
        public static final String SURFACE = "onebot";

        private static final String PREFIX = SURFACE + ":";

        /** Returns the bot of an endpoint; null for the endpoint of another destination. */
        public static @Nullable OneBot ofEndpoint(String endpoint) {
            return endpoint.startsWith(PREFIX) ? new OneBot(endpoint.substring(PREFIX.length())) : null;
        }

        @Override
        public String surface() {
            return SURFACE;
        }

        @Override
        public boolean recordsCalls() {
            return true;
        }

        @Override
        public String address() {
            return endpoint();
        }

        /** Returns {@code onebot:<bot_id>}: each bot has an implementation of its own. */
        @Override
        public String endpoint() {
            return PREFIX + botId;
        }

        @Override
        public String lane(String conversationKey) {
            return digest(conversationKey + "\n" + endpoint());
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
