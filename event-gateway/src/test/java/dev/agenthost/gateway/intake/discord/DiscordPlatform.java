package dev.agenthost.gateway.intake.discord;

import dev.agenthost.testkit.discord.ScriptedDiscord;
import dev.agenthost.testkit.discord.ScriptedDiscordGateway;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.util.Map;

/** A scripted Discord with its gateway; the token of its bot is the secret {@code DISCORD_TOKEN}. */
public final class DiscordPlatform implements AutoCloseable {
    final ScriptedDiscord api;
    final ScriptedDiscordGateway gateway = new ScriptedDiscordGateway(DiscordBot.TOKEN);

    DiscordPlatform() throws IOException {
        api = new ScriptedDiscord(DiscordBot.TOKEN);
        api.connect(gateway);
    }

    /** Returns how often a session was begun. */
    long identifications() {
        return gateway.received().stream().filter("identify"::equals).count();
    }

    /** Returns how often a session was resumed. */
    long resumptions() {
        return gateway.received().stream()
                .filter(each -> each.startsWith("resume"))
                .count();
    }

    @Override
    public void close() {
        gateway.close();
        api.close();
    }

    /** The addresses and the tokens of the tests. */
    public static final class Permissions implements QuarkusTestResourceLifecycleManager {
        @Override
        public Map<String, String> start() {
            return Map.of(
                    "agenthost.egress.allow",
                    "127.0.0.1/32",
                    "agenthost.secrets.\"DISCORD_TOKEN\"",
                    DiscordBot.TOKEN,
                    "agenthost.secrets.\"DISCORD_WRONG\"",
                    "another-token");
        }

        @Override
        public void stop() {}
    }
}
