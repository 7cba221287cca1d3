package dev.agenthost.delivery.send;

import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.json.WireName;
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

    /** A bot; the chat is in the part. */
    record Bot(BotPlatform platform, String botId) implements Destination {
        private static final char SEPARATOR = ':';

        /** Returns the bot of an endpoint on a surface; null for the endpoint of another destination. */
        public static @Nullable Bot ofEndpoint(String surface, String endpoint) {
            return WireName.find(BotPlatform.class, surface)
                    .filter(platform -> endpoint.startsWith(surface + SEPARATOR))
                    .map(platform -> new Bot(platform, endpoint.substring(surface.length() + 1)))
                    .orElse(null);
        }

        @Override
        public String surface() {
            return platform.wire();
        }

        @Override
        public boolean recordsCalls() {
            return true;
        }

        @Override
        public String address() {
            return endpoint();
        }

        /** Returns {@code <platform>:<bot_id>}: platforms limit each bot. */
        @Override
        public String endpoint() {
            return platform.wire() + SEPARATOR + botId;
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
