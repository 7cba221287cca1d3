package dev.agenthost.delivery.wiring.cdi;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.postgres.PostgresCallRateLimiter;
import dev.agenthost.delivery.send.postgres.PostgresPreviewRepository;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.SurfaceRouter;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.result.ResultPayload;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A database, emptied before each test, and replicas that call a scripted platform.
 *
 * @param <B> the bots of the platform
 */
abstract class ChatFixture<B> implements BeforeEachCallback, AfterAllCallback {
    static final Duration LIMIT = Duration.ofSeconds(20);
    /** Shorter than a claim; a busy machine may be slow to answer. */
    static final Duration TIMEOUT = Duration.ofSeconds(8);

    private static final List<String> LOOPBACK = List.of("127.0.0.0/8");
    private static final String NAME = "BOT_SECRET";

    final DeliveryDatabase database = new DeliveryDatabase();
    private final Pool pool = database.pool(8);
    final PreviewRepository previews = new PostgresPreviewRepository(pool);
    final StoredArtifacts artifacts = new StoredArtifacts();
    private final BotPlatform platform;
    private final String secret;
    private CallRateLimiter limiter = new UnlimitedRate();
    boolean namesFiles;

    ChatFixture(BotPlatform platform, String secret) {
        this.platform = platform;
        this.secret = secret;
    }

    abstract B bots(BotRegistry bots, Secrets secrets, EgressClient outbound);

    /** Returns the options of the bot beside its policy. */
    abstract ObjectNode options();

    abstract Surface<Destination.Bot> surface(B bots, SendRepository sends, CallRateLimiter rates);

    abstract PreviewPlatform previews(B bots, RecordedPreviews recorded, CallRateLimiter rates);

    abstract DeliveryContext context(ObjectNode target);

    abstract void closePlatform();

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

    CallRateLimiter rates() {
        return limiter;
    }

    /** Returns the sender of files; empty if they are named. */
    <F> Optional<F> uploads(F sender) {
        return namesFiles ? Optional.empty() : Optional.of(sender);
    }

    SendReplica replica(InterruptedCalls policy) {
        return replica(policy, secret, LOOPBACK, sends -> sends);
    }

    SendReplica replica(
            InterruptedCalls policy, String token, List<String> allowed, UnaryOperator<SendRepository> decorator) {
        B ofReplica = bots(policy, token, allowed);
        SendReplica replica = new SendReplica(database, pool, decorator, sends -> {
            Surface<Destination.Bot> surface = surface(ofReplica, sends, limiter);
            return new SurfaceRouter(new RecordingSurface(), new RecordingSurface(), any -> surface);
        });
        replica.renew();
        return replica;
    }

    /** The previews of a replica, which it records there. */
    PreviewPlatform previews(SendReplica replica, PreviewRepository store) {
        return previews(bots(), new RecordedPreviews(store, replica.lease()), limiter);
    }

    B bots() {
        return bots(InterruptedCalls.REPEAT, secret, LOOPBACK);
    }

    private B bots(InterruptedCalls policy, String token, List<String> allowed) {
        BotRegistry bots = new BotRegistry();
        bots.take(new BotRegistration(
                "bot",
                "demo",
                platform,
                "bot",
                true,
                Map.of("token", List.of(NAME)),
                options().put("interrupted_calls", policy.wire()),
                1,
                null));
        EgressClient outbound = new EgressClient(
                database.vertx().getDelegate(), new AddressPolicy(false, AllowList.parse(allowed)), 4, TIMEOUT);
        return bots(bots, new Secrets(Map.of(NAME, token), Map.of(NAME, Set.of("demo"))), outbound);
    }

    /** Stores the parts of a run that a person began there. */
    DeliveredRun store(ObjectNode target, ResultPayload... said) {
        DeliveredRun run = DeliveredRun.toEventSurface();
        store(run, target, said);
        return run;
    }

    /** Stores the parts of a run. */
    void store(DeliveredRun run, ObjectNode target, ResultPayload... said) {
        database.store(run, run.startedOn(context(target)), said);
    }

    /** Sends the first part of a run; returns its receipt. */
    DeliveryReceipt send(SendReplica replica, ObjectNode target, ResultPayload... said) {
        DeliveredRun run = store(target, said);
        replica.wake();
        return receipt(run);
    }

    DeliveryReceipt receipt(DeliveredRun run) {
        await().atMost(LIMIT).until(() -> database.receipt(run, 1).isPresent());
        return database.receipt(run, 1).orElseThrow();
    }

    /** Waits until a call of the only send is in doubt. */
    void awaitInDoubt() {
        await().atMost(LIMIT)
                .until(() ->
                        database.number("SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND call_begun")
                                == 1);
    }

    /** Waits until the only send was claimed and released. */
    void awaitPending() {
        await().atMost(LIMIT)
                .until(() ->
                        database.number("SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND epoch > 0")
                                == 1);
    }

    /** Returns the seconds that the only conversation waits. */
    long waitingSeconds() {
        return database.number("SELECT ceil(extract(epoch FROM next_at - now()))::bigint FROM delivery.lanes");
    }

    /** Lets the delay of a released send pass. */
    void sendAgain(SendReplica replica) {
        database.sql("UPDATE delivery.lanes SET next_at = now()");
        replica.wake();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        closePlatform();
        database.close();
    }
}
