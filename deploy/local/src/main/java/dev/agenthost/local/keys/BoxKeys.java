package dev.agenthost.local.keys;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * All secrets of one box, as they lie in {@code keys.json}.
 *
 * @param apiKeys for people and programs; the first is the demo's
 * @param runnerKey with which runners connect
 * @param internalKey between services
 * @param streamTokenKey base64; signs the addresses of live streams
 * @param cursorKey base64; signs the cursors of pages
 * @param webhookSecret signs what is sent to webhooks; services know it by the name {@code demo-webhook}
 * @param databasePassword of the PostgreSQL superuser
 */
public record BoxKeys(
        List<ApiKey> apiKeys,
        String runnerKey,
        String internalKey,
        String streamTokenKey,
        String cursorKey,
        String webhookSecret,
        String databasePassword) {

    /** The workspace and the bot that are there from the start. */
    public static final String DEMO = "demo";

    /** The name by which a binding refers to the webhook secret. */
    public static final String WEBHOOK_SECRET_NAME = "demo-webhook";

    public BoxKeys {
        apiKeys = List.copyOf(apiKeys);
        if (apiKeys.isEmpty()) {
            throw new IllegalArgumentException("keys.json names no API key");
        }
    }

    /** New keys, of 160 bits and more. */
    public static BoxKeys fresh(SecureRandom random) {
        return new BoxKeys(
                List.of(new ApiKey(DEMO, DEMO, "ah_demo_" + hex(random, 20))),
                "ahr_" + hex(random, 32),
                "ahi_" + hex(random, 32),
                base64(random),
                base64(random),
                hex(random, 32),
                hex(random, 32));
    }

    /** The key that {@code send} and the demo use. */
    public ApiKey demoKey() {
        return apiKeys.getFirst();
    }

    private static String hex(SecureRandom random, int bytes) {
        return HexFormat.of().formatHex(bytes(random, bytes));
    }

    private static String base64(SecureRandom random) {
        return Base64.getEncoder().encodeToString(bytes(random, 32));
    }

    private static byte[] bytes(SecureRandom random, int count) {
        var bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Says nothing: records print what they hold, and this one must not end up in a log. */
    @Override
    public String toString() {
        return "BoxKeys[" + apiKeys.size() + " API keys]";
    }
}
