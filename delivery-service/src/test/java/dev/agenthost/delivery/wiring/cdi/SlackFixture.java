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
import dev.agenthost.delivery.surface.SurfaceRouter;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.delivery.surface.slack.SlackBots;
import dev.agenthost.delivery.surface.slack.SlackFileCaller;
import dev.agenthost.delivery.surface.slack.SlackPreviews;
import dev.agenthost.delivery.surface.slack.SlackSurface;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.slack.ScriptedSlack;
import dev.agenthost.testkit.slack.SlackMessage;
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

/** A database, emptied before each test, the scripted Web API, and replicas that call it. */
final class SlackFixture implements BeforeEachCallback, AfterAllCallback {
    static final String TOKEN = "xoxb-secret-of-slack";
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** Shorter than a claim; a busy machine may be slow to answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    final DeliveryDatabase database = new DeliveryDatabase();
    private final Pool pool = database.pool(8);
    final PreviewRepository previews = new PostgresPreviewRepository(pool);
    final ScriptedSlack slack = server();
    final StoredArtifacts artifacts = new StoredArtifacts();
    private CallRateLimiter limiter = new UnlimitedRate();
    boolean namesFiles;

    private static ScriptedSlack server() {
        try {
            return new ScriptedSlack(TOKEN);
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
        SlackBots slackBots = bots(policy, token, allowed);
        SendReplica replica = new SendReplica(database, pool, decorator, sends -> {
            SlackSurface surface = new SlackSurface(slackBots, sends, previews, limiter);
            return new SurfaceRouter(new RecordingSurface(), new RecordingSurface(), platform -> surface);
        });
        replica.renew();
        return replica;
    }

    /** The previews of a replica, which it records there. */
    SlackPreviews previews(SendReplica replica, PreviewRepository store) {
        SlackBots bots = bots(InterruptedCalls.REPEAT, TOKEN, List.of("127.0.0.0/8"));
        return new SlackPreviews(bots, new RecordedPreviews(store, replica.lease()), limiter);
    }

    private SlackBots bots(InterruptedCalls policy, String token, List<String> allowed) {
        BotRegistry bots = new BotRegistry();
        bots.take(new BotRegistration(
                "bot",
                "demo",
                BotPlatform.SLACK,
                "bot",
                true,
                Map.of("token", List.of("SLACK_TOKEN")),
                JsonNodeFactory.instance
                        .objectNode()
                        .put("app_id", "A1")
                        .put("api_url", slack.apiUrl())
                        .put("interrupted_calls", policy.wire()),
                1,
                null));
        EgressClient outbound = new EgressClient(
                database.vertx().getDelegate(), new AddressPolicy(false, AllowList.parse(allowed)), 4, TIMEOUT);
        Secrets secrets = new Secrets(Map.of("SLACK_TOKEN", token), Map.of("SLACK_TOKEN", Set.of("demo")));
        return new SlackBots(
                bots,
                secrets,
                new SlackClient(outbound, TIMEOUT),
                namesFiles ? Optional.empty() : Optional.of(new SlackFileCaller(artifacts, LIMIT)));
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
                        "slack", target, false, true, true, 4_000L, JsonNodeFactory.instance.objectNode())),
                said);
    }

    /** Returns the messages of the bot in a channel. */
    List<SlackMessage> shown(String channel) {
        return slack.messages(channel).stream().filter(SlackMessage::isOfBot).toList();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        slack.close();
        database.close();
    }
}
