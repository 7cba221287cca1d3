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
import dev.agenthost.delivery.surface.telegram.ArtifactUpload;
import dev.agenthost.delivery.surface.telegram.TelegramBots;
import dev.agenthost.delivery.surface.telegram.TelegramPreviews;
import dev.agenthost.delivery.surface.telegram.TelegramSurface;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
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

/** A database, emptied before each test, a scripted Bot API server, and replicas that call it. */
final class TelegramFixture implements BeforeEachCallback, AfterAllCallback {
    static final String TOKEN = "4000:AAF-secret";
    private static final String REFERENCE = "SHOP_TOKEN";

    final DeliveryDatabase database = new DeliveryDatabase();
    private final Pool pool = database.pool(16);
    final ScriptedTelegram telegram = server();
    private final List<String> allowed = List.of(telegram.baseUrl().replace("http://", ""));

    final PreviewRepository previews = new PostgresPreviewRepository(pool);
    CallRateLimiter limiter = new PostgresCallRateLimiter(pool);
    /** Empty: files are named. */
    Optional<ArtifactUpload> uploads = Optional.empty();

    /** One whose calls have no rate. */
    static TelegramFixture withoutRate() {
        TelegramFixture fixture = new TelegramFixture();
        fixture.limiter = new UnlimitedRate();
        return fixture;
    }

    private static ScriptedTelegram server() {
        try {
            return new ScriptedTelegram(TOKEN, "shop_bot");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        database.empty();
    }

    SendReplica replica(InterruptedCalls policy) {
        return replica(policy, sends -> sends);
    }

    SendReplica replica(InterruptedCalls policy, UnaryOperator<SendRepository> decorator) {
        return replica(
                policy, decorator, new Secrets(Map.of(REFERENCE, TOKEN), Map.of(REFERENCE, Set.of("demo"))), allowed);
    }

    SendReplica replica(Secrets secrets, List<String> allowedAddresses) {
        return replica(InterruptedCalls.REPEAT, sends -> sends, secrets, allowedAddresses);
    }

    private SendReplica replica(
            InterruptedCalls policy,
            UnaryOperator<SendRepository> decorator,
            Secrets secrets,
            List<String> allowedAddresses) {
        return replica(decorator, bots(registry(policy), secrets, allowedAddresses));
    }

    /** A replica that does not know the bot until it is in that registry. */
    SendReplica replica(BotRegistry registry) {
        return replica(sends -> sends, bots(registry, new Secrets(Map.of(REFERENCE, TOKEN)), allowed));
    }

    private SendReplica replica(UnaryOperator<SendRepository> decorator, TelegramBots bots) {
        SendReplica replica = new SendReplica(database, pool, decorator, sends -> {
            TelegramSurface surface = new TelegramSurface(bots, sends, uploads, previews, limiter);
            return new SurfaceRouter(new RecordingSurface(), new RecordingSurface(), platform -> surface);
        });
        replica.renew();
        return replica;
    }

    /** The previews of a replica, which it records there. */
    TelegramPreviews previews(SendReplica replica, PreviewRepository store) {
        return new TelegramPreviews(bots(), new RecordedPreviews(store, replica.lease()), limiter);
    }

    /** The bots of a replica that may call the scripted server. */
    TelegramBots bots() {
        return bots(registry(InterruptedCalls.REPEAT), new Secrets(Map.of(REFERENCE, TOKEN)), allowed);
    }

    private TelegramBots bots(BotRegistry registry, Secrets secrets, List<String> allowedAddresses) {
        EgressClient outbound = new EgressClient(
                database.vertx().getDelegate(),
                new AddressPolicy(false, AllowList.parse(allowedAddresses)),
                4,
                Duration.ofSeconds(5));
        return new TelegramBots(registry, secrets, outbound, telegram.baseUrl(), Duration.ofSeconds(5));
    }

    private static BotRegistry registry(InterruptedCalls policy) {
        BotRegistry registry = new BotRegistry();
        registry.take(bot(policy));
        return registry;
    }

    static BotRegistration bot(InterruptedCalls policy) {
        return new BotRegistration(
                "bot",
                "demo",
                BotPlatform.TELEGRAM,
                "bot",
                true,
                Map.of("token", List.of(REFERENCE)),
                JsonNodeFactory.instance.objectNode().put("interrupted_calls", policy.wire()),
                1,
                null);
    }

    /** A target in a private chat. */
    static ObjectNode chat(long id) {
        return JsonNodeFactory.instance.objectNode().put("chat_id", id).put("chat_type", "private");
    }

    /** Stores the parts of a run that a person in that chat began. */
    DeliveredRun store(ObjectNode target, ResultPayload... said) {
        DeliveredRun run = DeliveredRun.toEventSurface();
        database.store(run, run.startedOn(context(target)), said);
        return run;
    }

    static DeliveryContext context(ObjectNode target) {
        return new DeliveryContext(
                "telegram",
                target,
                true,
                true,
                true,
                4096L,
                JsonNodeFactory.instance.objectNode().put("supports_interactions", true));
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        telegram.close();
        database.close();
    }
}
