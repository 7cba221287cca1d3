package dev.agenthost.binding.app;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** Two workspaces, each with a key, an adapter's key, the host key, and a free port. */
public final class Keys implements QuarkusTestResourceLifecycleManager {
    public static final String DEMO = "Bearer demo-key";
    static final String OTHER = "Bearer other-key";
    static final String ADAPTER = "Bearer adapter-key";
    static final String HOST = "Bearer host-key";

    @Override
    public Map<String, String> start() {
        return Map.of(
                "agenthost.api-keys.\"demo\".sha256", sha256("demo-key"),
                "agenthost.api-keys.\"demo\".workspace", "demo",
                "agenthost.api-keys.\"other\".sha256", sha256("other-key"),
                "agenthost.api-keys.\"other\".workspace", "other",
                "agenthost.api-keys.\"adapter\".sha256", sha256("adapter-key"),
                "agenthost.api-keys.\"adapter\".workspace", "demo",
                "agenthost.api-keys.\"adapter\".role", "adapter",
                "agenthost.api-keys.\"host\".sha256", sha256("host-key"),
                "agenthost.api-keys.\"host\".workspace", "*",
                "quarkus.http.test-port", "0");
    }

    @Override
    public void stop() {}

    private static String sha256(String key) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
