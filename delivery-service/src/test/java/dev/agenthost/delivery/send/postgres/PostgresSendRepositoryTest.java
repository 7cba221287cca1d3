package dev.agenthost.delivery.send.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.receipt.AdapterHandoff;
import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.ReceiptRepository;
import dev.agenthost.delivery.receipt.SendOutcome;
import dev.agenthost.delivery.receipt.StoredReceipt;
import dev.agenthost.delivery.receipt.postgres.PostgresAdapterHandoffRepository;
import dev.agenthost.delivery.receipt.postgres.PostgresReceiptRepository;
import dev.agenthost.delivery.run.ResultRecord;
import dev.agenthost.delivery.run.postgres.ExpiringTables;
import dev.agenthost.delivery.run.postgres.PostgresResultProgressRepository;
import dev.agenthost.delivery.send.ClaimCapacity;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.EndpointStatus;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.delivery.surface.Adapter;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import dev.agenthost.platform.postgres.RowExpiry;
import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two replicas on one database. */
class PostgresSendRepositoryTest {

    private static final SendPolicy POLICY = policy(Duration.ofSeconds(30));
    private static final SendPolicy SHORT = policy(Duration.ofMillis(200));
    private static final Incarnation ONE = new Incarnation(new UUID(1, 1));
    private static final Incarnation TWO = new Incarnation(new UUID(2, 2));
    private static final byte[] RECEIPT = {1, 2, 3};

    private static Vertx vertx;
    private static Pool pool;
    private static PostgresResultProgressRepository runs;
    private static SendRepository one;
    private static SendRepository two;
    private static ReceiptRepository receipts;
    private static AdapterHandoffRepository handoffs;

    @BeforeAll
    static void start() {
        DatabaseAddress database = PostgresTestDatabase.freshDatabase();
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.user(), database.password())
                .locations("db/delivery")
                .schemas("delivery")
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                .load()
                .migrate();
        vertx = Vertx.vertx();
        pool = Pool.pool(
                vertx,
                PgConnectOptions.fromUri(database.reactiveUrl())
                        .setUser(database.user())
                        .setPassword(database.password()),
                new PoolOptions().setMaxSize(8));
        runs = new PostgresResultProgressRepository(
                pool, new DestinationRouter(List.of(new Adapter("im", "demo", Set.of("bot"), false))));
        one = new PostgresSendRepository(pool);
        two = new PostgresSendRepository(pool);
        LeaseRepository leases =
                new PostgresLeaseRepository(new LeaseConnection(() -> pool, Duration.ofSeconds(10)), "delivery");
        get(leases.renew(ONE, "one", Duration.ofHours(1)));
        get(leases.renew(TWO, "two", Duration.ofHours(1)));
        receipts = new PostgresReceiptRepository(pool);
        handoffs = new PostgresAdapterHandoffRepository(pool);
    }

    @AfterAll
    static void stop() {
        pool.closeAndAwait();
        vertx.closeAndAwait();
    }

    @BeforeEach
    void empty() {
        pool.query("TRUNCATE delivery.runs, delivery.sends, delivery.lanes").executeAndAwait();
    }

    @Test
    void concurrentClaimsNeverGetTheSameSend() {
        for (int i = 0; i < 50; i++) {
            store(DeliveredRun.toEventSurface(), DeliveredRun.message("x"));
        }
        List<Uni<List<ClaimedSend>>> claims = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            claims.add((i % 2 == 0 ? one : two).claim(POLICY, i % 2 == 0 ? ONE : TWO, ClaimCapacity.of(8)));
        }
        List<List<ClaimedSend>> answers =
                Uni.join().all(claims).andFailFast().await().atMost(Duration.ofSeconds(20));
        List<SendKey> claimed = new ArrayList<>(answers.stream()
                .flatMap(List::stream)
                .map(send -> send.send().key())
                .toList());
        get(one.claim(POLICY, ONE, ClaimCapacity.of(100)))
                .forEach(send -> claimed.add(send.send().key()));
        assertThat(claimed).doesNotHaveDuplicates().hasSize(50);
    }

    @Test
    void aSendWaitsForTheOneBeforeItInItsConversation() {
        DeliveredRun first = DeliveredRun.in("c1");
        DeliveredRun second = DeliveredRun.in("c1");
        store(first, DeliveredRun.message("a"), DeliveredRun.message("b"));
        store(second, DeliveredRun.message("c"));
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<ClaimedSend> claimed = get(one.claim(POLICY, ONE, ClaimCapacity.of(10)));
            assertThat(claimed).hasSize(1);
            assertThat(get(two.claim(POLICY, TWO, ClaimCapacity.of(10)))).isEmpty();
            order.add(claimed.getFirst().send().key().idempotencyKey());
            assertThat(get(one.finish(claimed.getFirst(), SendStatus.DELIVERED, RECEIPT)))
                    .isTrue();
        }
        assertThat(order).containsExactly(first.runId() + "/1", first.runId() + "/2", second.runId() + "/1");
    }

    @Test
    void theSuccessorSendsTheSameBytesAndTheLateWriterIsRefused() {
        store(DeliveredRun.toEventSurface(), DeliveredRun.message("a"));
        ClaimedSend late = get(one.claim(SHORT, ONE, ClaimCapacity.of(10))).getFirst();
        ClaimedSend taken = await().atMost(Duration.ofSeconds(10))
                .until(() -> get(two.claim(POLICY, TWO, ClaimCapacity.of(10))), list -> !list.isEmpty())
                .getFirst();

        assertThat(taken.epoch()).isEqualTo(late.epoch() + 1);
        assertThat(taken.attempts()).isEqualTo(2);
        assertThat(taken.send().key()).isEqualTo(late.send().key());
        assertThat(taken.send().body()).isEqualTo(late.send().body());
        assertThat(late.isCurrent(System.nanoTime())).isFalse();
        assertThat(taken.isCurrent(System.nanoTime())).isTrue();

        assertThat(get(one.finish(late, SendStatus.REJECTED, RECEIPT))).isFalse();
        assertThat(get(one.retry(late, Duration.ZERO))).isFalse();
        assertThat(get(two.finish(taken, SendStatus.DELIVERED, RECEIPT))).isTrue();
        assertThat(get(two.finish(taken, SendStatus.DELIVERED, RECEIPT))).isFalse();
    }

    @Test
    void aRetriedSendWaitsAndDelaysItsConversationOnly() {
        store(DeliveredRun.in("c1"), DeliveredRun.message("a"), DeliveredRun.message("b"));
        ClaimedSend claimed = get(one.claim(POLICY, ONE, ClaimCapacity.of(10))).getFirst();
        assertThat(get(one.retry(claimed, Duration.ofMinutes(1)))).isTrue();
        store(DeliveredRun.in("c2"), DeliveredRun.message("c"));
        assertThat(get(one.claim(POLICY, ONE, ClaimCapacity.of(10))))
                .extracting(send -> send.send().conversationKey())
                .containsExactly("demo/bot/c2/");
    }

    @Test
    void anEndpointGetsNoMoreCallsThanItMay() {
        for (int i = 0; i < 10; i++) {
            store(DeliveredRun.toEventSurface(), DeliveredRun.message("x"));
        }
        for (EndpointStatus status : EndpointStatus.values()) {
            assertThat(claim(capacity(3, status))).hasSize(3);
        }
        assertThat(claim(capacity(0, EndpointStatus.STEADY))).isEmpty();
    }

    @Test
    void slowEndpointsStayWithinTheirSharedCapacity() {
        for (int host = 0; host < 8; host++) {
            for (int i = 0; i < 3; i++) {
                storeAt("http://" + host, DeliveredRun.toEventSurface(), DeliveredRun.message("x"));
            }
        }
        Map<String, ClaimCapacity.Share> known = new HashMap<>();
        for (int host = 0; host < 4; host++) {
            known.put("http://" + host, new ClaimCapacity.Share(EndpointStatus.SLOW, 2));
        }
        known.put("http://7", new ClaimCapacity.Share(EndpointStatus.STEADY, 3));

        List<String> endpoints = claim(new ClaimCapacity(100, 3, 5, 2, known)).stream()
                .map(send -> send.send().destination().endpoint())
                .toList();

        assertThat(endpoints).filteredOn(known::containsKey).hasSize(5 + 3);
        assertThat(endpoints).filteredOn("http://7"::equals).hasSize(3);
        assertThat(endpoints)
                .filteredOn(endpoint -> !known.containsKey(endpoint))
                .hasSize(3);
    }

    @Test
    void theLongestWaitingEndpointIsFirst() {
        for (int host = 9; host > 0; host--) {
            storeAt("http://" + host, DeliveredRun.toEventSurface(), DeliveredRun.message("x"));
        }
        List<String> endpoints = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            endpoints.add(
                    claim(ClaimCapacity.of(1)).getFirst().send().destination().endpoint());
        }
        assertThat(endpoints)
                .containsExactlyElementsOf(IntStream.iterate(9, host -> host > 0, host -> host - 1)
                        .mapToObj(host -> "http://" + host)
                        .toList());
    }

    @Test
    void aRepeatedBatchChangesNothing() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        store(run, DeliveredRun.message("a"));
        store(run, DeliveredRun.message("a"));
        ClaimedSend claimed = get(one.claim(POLICY, ONE, ClaimCapacity.of(10))).getFirst();
        get(one.finish(claimed, SendStatus.DELIVERED, RECEIPT));
        store(run, DeliveredRun.message("a"));
        assertThat(get(one.claim(POLICY, ONE, ClaimCapacity.of(10)))).isEmpty();
    }

    @Test
    void aReceiptIsStoredUntilItIsMarkedAsPublished() {
        store(DeliveredRun.toEventSurface(), DeliveredRun.message("a"));
        ClaimedSend claimed = get(one.claim(POLICY, ONE, ClaimCapacity.of(10))).getFirst();
        assertThat(get(receipts.unpublished(Duration.ZERO, 10))).isEmpty();
        get(one.finish(claimed, SendStatus.DELIVERED, RECEIPT));
        List<StoredReceipt> waiting = get(receipts.unpublished(Duration.ZERO, 10));
        assertThat(waiting).extracting(StoredReceipt::receipt).containsExactly(RECEIPT);
        get(receipts.published(waiting.getFirst().key()));
        assertThat(get(receipts.unpublished(Duration.ZERO, 10))).isEmpty();
        assertThat(expired(Duration.ofDays(35))).isZero();
        assertThat(expired(Duration.ofSeconds(-1)))
                .as("the part, its lane and its run")
                .isEqualTo(3);
    }

    @Test
    void aHandedOverPartFreesItsLaneAndEndsWithTheFirstReceipt() {
        DeliveredRun run = toAdapter(DeliveredRun.message("a"), DeliveredRun.message("b"));
        ClaimedSend first = get(one.claim(POLICY, ONE, ClaimCapacity.of(10))).getFirst();
        assertThat(first.send().destination()).isEqualTo(new Destination.Outbound("im"));
        assertThat(get(one.handOver(first))).isTrue();
        assertThat(get(one.handOver(first))).isFalse();

        ClaimedSend second = get(one.claim(POLICY, ONE, ClaimCapacity.of(10))).getFirst();
        assertThat(second.send().key().part()).isEqualTo(2);
        assertThat(get(receipts.unpublished(Duration.ZERO, 10))).isEmpty();
        AdapterHandoff part = get(handoffs.find(first.send().key(), "im")).orElseThrow();
        assertThat(get(handoffs.close(part, outcomeOf(run, ReceiptStatus.DELIVERED, part), List.of())))
                .isTrue();
        assertThat(get(handoffs.close(part, outcomeOf(run, ReceiptStatus.REJECTED, part), List.of())))
                .isFalse();
        assertThat(get(receipts.unpublished(Duration.ZERO, 10))).hasSize(1);
        assertThat(get(one.finish(second, SendStatus.DELIVERED, RECEIPT))).isTrue();
        assertThat(expired(Duration.ofSeconds(-1)))
                .as("the lane and the run: the receipts are not published")
                .isEqualTo(2);
    }

    @Test
    void aPartForAnUnknownSurfaceIsNotSentAndDelaysNoOtherPart() {
        store(DeliveredRun.toEventSurface(), DeliveredRun.message("by mail"));
        pool.query("UPDATE delivery.sends SET surface = 'email', url = 'mailto:a@example.org'")
                .executeAndAwait();
        toAdapter(DeliveredRun.message("a"));

        // Two claims: endpoints without a known status share the capacity of one.
        List<ClaimedSend> claimed = new ArrayList<>(get(one.claim(POLICY, ONE, ClaimCapacity.of(10))));
        claimed.addAll(get(one.claim(POLICY, ONE, ClaimCapacity.of(10))));
        assertThat(claimed)
                .extracting(send -> send.send().destination())
                .containsExactly(new Destination.Outbound("im"));
    }

    private static long expired(Duration term) {
        return get(new RowExpiry(pool, ExpiringTables.after(term)).round());
    }

    @Test
    void aReceiptEndsAPartWhoseHandOverIsNotRecorded() {
        DeliveredRun run = toAdapter(DeliveredRun.message("a"), DeliveredRun.message("b"));
        SendKey key = new SendKey("demo", run.runId(), 1);
        assertThat(get(handoffs.find(key, "im"))).as("not sent yet").isEmpty();
        ClaimedSend claimed = get(one.claim(POLICY, ONE, ClaimCapacity.of(10))).getFirst();
        AdapterHandoff part = get(handoffs.find(key, "im")).orElseThrow();
        assertThat(get(handoffs.close(part, outcomeOf(run, ReceiptStatus.DELIVERED, part), List.of())))
                .isTrue();

        assertThat(get(one.handOver(claimed))).isFalse();
        assertThat(get(two.claim(POLICY, TWO, ClaimCapacity.of(10))))
                .extracting(send -> send.send().key().part())
                .containsExactly(2);
    }

    @Test
    void aPartIsFoundByItsOwnAdapterOnly() {
        DeliveredRun run = toAdapter(DeliveredRun.message("a"));
        get(one.handOver(get(one.claim(POLICY, ONE, ClaimCapacity.of(10))).getFirst()));
        SendKey key = new SendKey("demo", run.runId(), 1);
        assertThat(get(handoffs.find(key, "im"))).isPresent();
        assertThat(get(handoffs.find(key, "another"))).isEmpty();
        assertThat(get(handoffs.find(new SendKey("other", run.runId(), 1), "im")))
                .isEmpty();
        assertThat(get(handoffs.find(new SendKey("demo", run.runId(), 2), "im")))
                .isEmpty();
    }

    @Test
    void aPartWithoutAReceiptIsFoundAfterTheTimeout() {
        toAdapter(DeliveredRun.message("a"));
        get(one.handOver(get(one.claim(POLICY, ONE, ClaimCapacity.of(10))).getFirst()));
        assertThat(get(handoffs.withoutReceipt(Duration.ofDays(1), 10))).isEmpty();
        AdapterHandoff part =
                get(handoffs.withoutReceipt(Duration.ofSeconds(-1), 10)).getFirst();
        assertThat(get(handoffs.close(part, part.withoutReceipt(Instant.EPOCH), List.of())))
                .isTrue();
        assertThat(get(handoffs.withoutReceipt(Duration.ofSeconds(-1), 10))).isEmpty();
    }

    private static DeliveredRun toAdapter(ResultPayload... said) {
        DeliveredRun run = DeliveredRun.toEventSurface();
        List<ResultPayload> results = new ArrayList<>(List.of(run.startedOn("im")));
        results.addAll(List.of(said));
        get(runs.apply(
                List.of(new ResultRecord(1, 7, run.record(1, 1, results.toArray(ResultPayload[]::new)), null)),
                List.of()));
        return run;
    }

    private static SendOutcome outcomeOf(DeliveredRun run, ReceiptStatus status, AdapterHandoff part) {
        return part.outcomeOf(new AdapterReceipt(
                run.runId(),
                "demo",
                "im",
                part.key().part(),
                status,
                null,
                null,
                Instant.ofEpochSecond(DeliveredRun.NOW)));
    }

    private static List<ClaimedSend> claim(ClaimCapacity capacity) {
        return get(one.claim(POLICY, ONE, capacity));
    }

    private static ClaimCapacity capacity(int more, EndpointStatus status) {
        return new ClaimCapacity(
                100, 100, 100, 100, Map.of("http://hooks.example", new ClaimCapacity.Share(status, more)));
    }

    private static void store(DeliveredRun made, ResultPayload... said) {
        storeAt("http://hooks.example/in", made, said);
    }

    private static void storeAt(String url, DeliveredRun made, ResultPayload... said) {
        DeliveredRun run = made.toWebhook(url, "HOOK");
        List<ResultPayload> results = new ArrayList<>(List.of(run.started()));
        results.addAll(List.of(said));
        get(runs.apply(
                List.of(new ResultRecord(1, 7, run.record(1, 1, results.toArray(ResultPayload[]::new)), null)),
                List.of()));
    }

    private static SendPolicy policy(Duration term) {
        return new SendPolicy(
                term, term.dividedBy(2), Duration.ofSeconds(1), Duration.ofMinutes(5), Duration.ofHours(24), 100, 64);
    }

    private static <T> T get(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(20));
    }
}
