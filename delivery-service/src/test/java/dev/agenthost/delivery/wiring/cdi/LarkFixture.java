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
import dev.agenthost.delivery.surface.lark.LarkBots;
import dev.agenthost.delivery.surface.lark.LarkFileCaller;
import dev.agenthost.delivery.surface.lark.LarkPreviews;
import dev.agenthost.delivery.surface.lark.LarkSurface;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.lark.LarkMessage;
import dev.agenthost.testkit.lark.ScriptedLark;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A database, emptied before each test, the scripted Open Platform, and replicas that call it. */
final class LarkFixture implements BeforeEachCallback, AfterAllCallback {
    static final String SECRET = "secret-of-lark";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    final DeliveryDatabase database = new DeliveryDatabase();
    private final Pool pool = database.pool(8);
    final PreviewRepository previews = new PostgresPreviewRepository(pool);
    final ScriptedLark lark = server();
    final StoredArtifacts artifacts = new StoredArtifacts();
    private CallRateLimiter limiter = new UnlimitedRate();
    boolean namesFiles;

    private static ScriptedLark server() {
        try {
            return new ScriptedLark("cli_1", SECRET, "ou_1");
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
        limiter = new PostgresCallRateLimiter(pool);
    }

    SendReplica replica(InterruptedCalls policy) {
        return replica(policy, SECRET, List.of("127.0.0.0/8"), sends -> sends);
    }

    SendReplica replica(
            InterruptedCalls policy, String secret, List<String> allowed, UnaryOperator<SendRepository> decorator) {
        LarkBots larkBots = bots(policy, secret, allowed);
        SendReplica replica = new SendReplica(database, pool, decorator, sends -> {
            LarkSurface surface = new LarkSurface(larkBots, sends, previews, limiter);
            return new SurfaceRouter(new RecordingSurface(), new RecordingSurface(), platform -> surface);
        });
        replica.renew();
        return replica;
    }

    /** The previews of a replica, which it records there. */
    LarkPreviews previews(SendReplica replica, PreviewRepository store) {
        LarkBots bots = bots(InterruptedCalls.REPEAT, SECRET, List.of("127.0.0.0/8"));
        return new LarkPreviews(bots, new RecordedPreviews(store, replica.lease()), limiter);
    }

    /** Makes a call as the bot. */
    Uni<CallOutcome> call(LarkCall call) {
        LarkBots bots = bots(InterruptedCalls.REPEAT, SECRET, List.of("127.0.0.0/8"));
        LarkApp app = new LarkApp(lark.apiUrl(), "cli_1", SECRET);
        return bots.client().call(app, call, () -> true);
    }

    private LarkBots bots(InterruptedCalls policy, String secret, List<String> allowed) {
        BotRegistry bots = new BotRegistry();
        bots.take(new BotRegistration(
                "bot",
                "demo",
                BotPlatform.LARK,
                "bot",
                true,
                Map.of("token", List.of("LARK_SECRET")),
                JsonNodeFactory.instance
                        .objectNode()
                        .put("app_id", "cli_1")
                        .put("api_url", lark.apiUrl())
                        .put("interrupted_calls", policy.wire()),
                1,
                null));
        EgressClient outbound = new EgressClient(
                database.vertx().getDelegate(),
                new AddressPolicy(false, AllowList.parse(allowed)),
                4,
                Duration.ofSeconds(5));
        Secrets secrets = new Secrets(Map.of("LARK_SECRET", secret), Map.of("LARK_SECRET", Set.of("demo")));
        return new LarkBots(
                bots,
                secrets,
                LarkWiring.client(outbound, Duration.ofSeconds(5), Clock.systemUTC()),
                namesFiles ? Optional.empty() : Optional.of(new LarkFileCaller(artifacts, LIMIT)));
    }

    /** Stores the parts of a run that a person in that chat began. */
    DeliveredRun store(ObjectNode target, ResultPayload... said) {
        DeliveredRun run = DeliveredRun.toEventSurface();
        store(run, target, said);
        return run;
    }

    void store(DeliveredRun run, ObjectNode target, ResultPayload... said) {
        database.store(
                run,
                run.startedOn(new DeliveryContext(
                        "lark", target, true, true, true, 28_000L, JsonNodeFactory.instance.objectNode())),
                said);
    }

    /** Returns the messages of the bot in a chat. */
    List<LarkMessage> shown(String chatId) {
        return lark.messages(chatId).stream()
                .filter(message -> !message.type().equals("text"))
                .toList();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        lark.close();
        database.close();
    }
}
