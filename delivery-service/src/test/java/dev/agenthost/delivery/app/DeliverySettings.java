package dev.agenthost.delivery.app;

import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.security.StreamToken;
import dev.agenthost.protocol.security.StreamTokenCodec;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Settings and keys of the application under test. */
public final class DeliverySettings implements QuarkusTestResourceLifecycleManager {

    static final String KEY = "key-of-demo";
    static final String OTHER_KEY = "key-of-other";
    static final String ADAPTER_KEY = "key-of-an-adapter";
    static final String DESK_KEY = "key-of-the-desk";
    static final String INTERNAL_KEY = "key-between-services";
    static final String VIEWER_KEY = "key-of-a-viewer";
    static final String SECRET = "hush-hush";
    static final String BOT_TOKEN = "4000:AAF-secret";
    static final String WRONG_TOKEN = "4000:AAF-another";

    private static final byte[] OLD = "an-old-signing-key-of-32-bytes!!".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NEW = "a-new-signing-key-of-32-bytes!!!".getBytes(StandardCharsets.UTF_8);

    private final String telegram = "127.0.0.1:" + freePort();

    @Override
    public Map<String, String> start() {
        return Map.ofEntries(
                Map.entry("quarkus.http.test-port", "0"),
                Map.entry("agenthost.api-keys.\"demo\".sha256", sha256(KEY)),
                Map.entry("agenthost.api-keys.\"demo\".workspace", "demo"),
                Map.entry("agenthost.api-keys.\"other\".sha256", sha256(OTHER_KEY)),
                Map.entry("agenthost.api-keys.\"other\".workspace", "other"),
                Map.entry("agenthost.api-keys.\"adapter\".sha256", sha256(ADAPTER_KEY)),
                Map.entry("agenthost.api-keys.\"adapter\".workspace", "demo"),
                Map.entry("agenthost.api-keys.\"adapter\".role", "adapter"),
                Map.entry("agenthost.api-keys.\"desk\".sha256", sha256(DESK_KEY)),
                Map.entry("agenthost.api-keys.\"desk\".workspace", "demo"),
                Map.entry("agenthost.api-keys.\"desk\".role", "operator"),
                Map.entry("agenthost.api-keys.\"viewer\".sha256", sha256(VIEWER_KEY)),
                Map.entry("agenthost.api-keys.\"viewer\".workspace", "demo"),
                Map.entry("agenthost.api-keys.\"viewer\".role", "viewer"),
                Map.entry("agenthost.stream-token.keys", base64(NEW) + "," + base64(OLD)),
                Map.entry("agenthost.internal-key", INTERNAL_KEY),
                Map.entry("agenthost.secrets.\"HOOK\"", SECRET),
                Map.entry("agenthost.webhook.allow-private", "true"),
                Map.entry("agenthost.webhook.timeout", "1s"),
                Map.entry("agenthost.webhook.claim-term", "3s"),
                Map.entry("agenthost.webhook.initial-delay", "50ms"),
                Map.entry("agenthost.webhook.endpoint-concurrency", "4"),
                Map.entry("agenthost.egress.allow", "127.0.0.1/32"),
                Map.entry("agenthost.secrets.\"BOT_TOKEN\"", BOT_TOKEN),
                Map.entry("agenthost.secret-workspaces.\"BOT_TOKEN\"", "demo"),
                Map.entry("agenthost.secrets.\"WRONG_TOKEN\"", WRONG_TOKEN),
                Map.entry("agenthost.secret-workspaces.\"WRONG_TOKEN\"", "demo"),
                Map.entry("agenthost.bot-health.timeout", "1s"),
                Map.entry("agenthost.telegram.api-url", "http://" + telegram),
                Map.entry("agenthost.adapters.\"im\".workspace", "demo"),
                Map.entry("agenthost.adapters.\"im\".bots", "bot"),
                Map.entry("agenthost.adapters.\"im\".deltas", "true"),
                Map.entry("agenthost.adapters.\"second\".workspace", "demo"),
                Map.entry("agenthost.adapters.\"second\".bots", "*"),
                Map.entry("agenthost.adapters.\"counted\".workspace", "demo"),
                Map.entry("agenthost.adapters.\"counted\".bots", "*"),
                Map.entry("agenthost.adapters.\"flooded\".workspace", "demo"),
                Map.entry("agenthost.adapters.\"flooded\".bots", "*"),
                Map.entry("agenthost.adapters.\"flooded\".deltas", "true"),
                Map.entry("agenthost.adapters.\"topicless\".workspace", "demo"),
                Map.entry("agenthost.adapters.\"topicless\".bots", "*"),
                Map.entry("agenthost.adapters.\"topicless\".deltas", "true"),
                Map.entry("agenthost.adapters.\"taken\".workspace", "demo"),
                Map.entry("agenthost.adapters.\"taken\".bots", "*"),
                Map.entry("agenthost.adapters.\"elsewhere\".workspace", "other"),
                Map.entry("agenthost.adapters.\"elsewhere\".bots", "*"),
                // Small limits, so that readers replay, overflow and receive keep-alives within a test.
                Map.entry("agenthost.stream.tail-buffer-bytes", "3000"),
                Map.entry("agenthost.stream.buffer-bytes", "2000000"),
                Map.entry("agenthost.stream.write-timeout", "4s"),
                Map.entry("agenthost.stream.keep-alive", "1s"));
    }

    @Override
    public void stop() {}

    /** Returns a port for the Bot API server, which a test class starts. */
    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String token(String workspace, RunId run, int partition) {
        return sign(NEW, workspace, run, partition, Instant.now().plusSeconds(600));
    }

    /** Makes the stream token of the sender of the event with that fingerprint. */
    static String token(String workspace, RunId run, int partition, String fingerprint) {
        return new StreamTokenCodec(List.of(NEW))
                .sign(new StreamToken(workspace, run, partition, Instant.now().plusSeconds(600), fingerprint));
    }

    static String tokenOfTheOldKey(String workspace, RunId run, int partition) {
        return sign(OLD, workspace, run, partition, Instant.now().plusSeconds(600));
    }

    static String expiredToken(String workspace, RunId run, int partition) {
        return sign(NEW, workspace, run, partition, Instant.now().minusSeconds(1));
    }

    static String foreignToken(String workspace, RunId run, int partition) {
        return sign(new byte[32], workspace, run, partition, Instant.now().plusSeconds(600));
    }

    private static String sign(byte[] key, String workspace, RunId run, int partition, Instant until) {
        return new StreamTokenCodec(List.of(key)).sign(new StreamToken(workspace, run, partition, until));
    }

    private static String base64(byte[] key) {
        return Base64.getEncoder().encodeToString(key);
    }

    static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
