package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.postgres.PostgresCallRateLimiter;
import dev.agenthost.delivery.send.postgres.PostgresPreviewRepository;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.SurfaceRouter;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.surface.discord.DiscordBots;
import dev.agenthost.delivery.surface.discord.DiscordFileCaller;
import dev.agenthost.delivery.surface.discord.DiscordPreviews;
import dev.agenthost.delivery.surface.discord.DiscordSurface;
import dev.agenthost.delivery.surface.discord.DiscordTyping;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.discord.DiscordMessage;
import dev.agenthost.testkit.discord.ScriptedDiscord;
import io.vertx.mutiny.sqlclient.Pool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A database, emptied before each test, the scripted API, and replicas that call it. */
final class DiscordFixture implements BeforeEachCallback, AfterAllCallback {
    static final String TOKEN = "secret-of-discord";
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** Shorter than a claim; a busy machine may be slow to answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    final DeliveryDatabase database = new DeliveryDatabase();
    private final Pool pool = database.pool(8);
    final PreviewRepository previews = new PostgresPreviewRepository(pool);
    final ScriptedDiscord discord = server();
    final StoredArtifacts artifacts = new StoredArtifacts();
    private CallRateLimiter limiter = new UnlimitedRate();
    boolean namesFiles;

    private static ScriptedDiscord server() {
        try {
            return new ScriptedDiscord(TOKEN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        database.empty();
        limiter = new UnlimitedRate();
        namesFiles = false;
    }

    void limitRates() {
        limitRates(new PostgresCallRateLimiter(pool));
    }

    void limitRates(CallRateLimiter other) {
        limiter = other;
    }

    SendReplica replica(InterruptedCalls policy) {
        return replica(policy, TOKEN, List.of("127.0.0.0/8"), sends -> sends);
    }

    SendReplica replica(
            InterruptedCalls policy, String token, List<String> allowed, UnaryOperator<SendRepository> decorator) {
        DiscordBots discordBots = bots(policy, token, allowed);
        SendReplica replica = new SendReplica(database, pool, decorator, sends -> {
            DiscordSurface surface = new DiscordSurface(discordBots, sends, previews, limiter);
            return new SurfaceRouter(new RecordingSurface(), new RecordingSurface(), platform -> surface);
        });
        replica.renew();
        return replica;
    }

    /** The previews of a replica, which it records there. */
    DiscordPreviews previews(SendReplica replica, PreviewRepository store) {
        DiscordBots bots = bots(InterruptedCalls.REPEAT, TOKEN, List.of("127.0.0.0/8"));
        return new DiscordPreviews(bots, new RecordedPreviews(store, replica.lease()), limiter);
    }

    DiscordTyping typing(ConversationGate open) {
        return new DiscordTyping(bots(InterruptedCalls.REPEAT, TOKEN, List.of("127.0.0.0/8")), limiter, open);
    }

    private DiscordBots bots(InterruptedCalls policy, String token, List<String> allowed) {
        BotRegistry bots = new BotRegistry();
        bots.take(new BotRegistration(
                "bot",
                "demo",
                BotPlatform.DISCORD,
                "bot",
                true,
                Map.of("token", List.of("DISCORD_TOKEN")),
                JsonNodeFactory.instance
                        .objectNode()
                        .put("application_id", "700000000000000001")
                        .put("api_url", discord.apiUrl())
                        .put("interrupted_calls", policy.wire()),
                1,
                null));
        EgressClient outbound = new EgressClient(
                database.vertx().getDelegate(), new AddressPolicy(false, AllowList.parse(allowed)), 4, TIMEOUT);
        Secrets secrets = new Secrets(Map.of("DISCORD_TOKEN", token), Map.of("DISCORD_TOKEN", Set.of("demo")));
        return new DiscordBots(
                bots,
                secrets,
                new DiscordClient(outbound, TIMEOUT),
                namesFiles ? Optional.empty() : Optional.of(new DiscordFileCaller(artifacts, LIMIT)));
    }

    /** Stores the parts of a run that a person in that channel began. */
    DeliveredRun store(ObjectNode target, ResultPayload... said) {
        DeliveredRun run = DeliveredRun.toEventSurface();
        store(run, target, said);
        return run;
    }

    /** Stores the parts of a run. */
    void store(DeliveredRun run, ObjectNode target, ResultPayload... said) {
        database.store(
                run,
                run.startedOn(new DeliveryContext(
                        "discord",
                        target,
                        false,
                        true,
                        true,
                        2_000L,
                        JsonNodeFactory.instance.objectNode().put("supports_interactions", true))),
                said);
    }

    /** Returns the messages of the bot in a channel. */
    List<DiscordMessage> shown(String channel) {
        return discord.messages(channel).stream()
                .filter(DiscordMessage::isOfBot)
                .toList();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        discord.close();
        database.close();
    }
}
