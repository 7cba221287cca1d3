package dev.agenthost.gateway.intake.slack;

import dev.agenthost.im.slack.client.SlackFileServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The platform on loopback, which this service may call with the token of its bots. */
public final class SlackPlatform implements QuarkusTestResourceLifecycleManager {
    private static @Nullable SlackFileServer server;

    static SlackFileServer server() {
        return Objects.requireNonNull(server);
    }

    @Override
    public Map<String, String> start() {
        try {
            server = new SlackFileServer("xoxb-1");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return Map.of("agenthost.egress.allow", "127.0.0.1/32", "agenthost.secrets.\"SLACK_TOKEN\"", "xoxb-1");
    }

    @Override
    public void stop() {
        server().close();
    }
}
