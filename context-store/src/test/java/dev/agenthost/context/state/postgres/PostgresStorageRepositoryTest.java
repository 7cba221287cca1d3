package dev.agenthost.context.state.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.run.RunStart;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.context.state.StorageCondition;
import dev.agenthost.context.state.StorageKey;
import dev.agenthost.context.state.StorageQuota;
import dev.agenthost.context.state.StorageRepository;
import dev.agenthost.context.state.StorageWrite;
import dev.agenthost.context.state.StoredValue;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageKind;
import dev.agenthost.protocol.store.state.StorageLimits;
import dev.agenthost.protocol.store.state.StorageOwner;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Transaction;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresStorageRepositoryTest {
    private static final StorageWrite CHANGED = new StorageWrite.Written(true);
    private static final StorageWrite UNCHANGED = new StorageWrite.Written(false);
    private static final StorageWrite FENCED = new StorageWrite.Fenced();
    private static final StorageWrite STALE = new StorageWrite.Stale();
    private static final StorageWrite TOO_MANY_BYTES = new StorageWrite.TooManyBytes();
    private static final StorageQuota QUOTA = new StorageQuota(100, 4);

    private static Database database;
    private static StorageRepository store;
    private static PostgresRunStartRepository starts;

    private final UUID run = UUID.randomUUID();
    private final StorageOwner owner = new StorageOwner(StorageKind.PLUGIN, "acme/" + run);

    @BeforeAll
    static void start() {
        database = new Database();
        store = new PostgresStorageRepository(database.pool(), QUOTA);
        starts = new PostgresRunStartRepository(database.pool());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void setGetKeysDelete() {
        open(1);
        byte[] anything = {0, -1, 'v', 0x7f};
        assertThat(await(store.set(claim(1, "o1"), key("b"), anything))).isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o2"), key("B"), new byte[0]))).isEqualTo(CHANGED);
        assertThat(await(store.set(claim(1, "o3"), key("ä"), bytes(1)))).isEqualTo(CHANGED);

        StoredValue found = await(store.get(key("b"))).orElseThrow();
        assertThat(found.bytes()).containsExactly(anything);
        assertThat(await(store.get(key("B"))).orElseThrow().bytes()).isEmpty();
        assertThat(await(store.keys("w", owner)).keys()).containsExactly("B", "b", "ä");

        assertThat(await(store.delete(claim(1, "o4"), key("b")))).isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o5"), key("b")))).isEqualTo(UNCHANGED);
        assertThat(await(store.get(key("b")))).isEmpty();
        assertThat(used()).isEqualTo("1/2");
    }

    @Test
    void theEtagIsTheDigestOfTheBytes() {
        open(1);
        await(store.set(claim(1, "o1"), key("k"), "abc".getBytes(UTF_8)));

        assertThat(await(store.get(key("k"))).map(StoredValue::etag))
                .contains("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void theLargestValueIsKeptAndReadWhole() {
        open(1);
        StorageRepository roomy = new PostgresStorageRepository(database.pool(), new StorageQuota(1L << 30, 4));
        byte[] largest = new byte[StorageLimits.VALUE_BYTES];
        Arrays.fill(largest, (byte) 7);

        assertThat(await(roomy.set(claim(1, "o1"), key("k"), largest))).isEqualTo(CHANGED);
        assertThat(await(roomy.get(key("k"))).orElseThrow().bytes()).isEqualTo(largest);
    }

    @Test
    void theSameOperationAgainDoesNothingAndAnswersTheSame() {
        open(1);
        await(store.set(claim(1, "o1"), key("k"), bytes(10)));
        await(store.set(claim(1, "o2"), key("k"), bytes(20)));

        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(10)))).isEqualTo(CHANGED);
        assertThat(size("k")).contains(20);
        assertThat(await(store.delete(claim(1, "o3"), key("none")))).isEqualTo(UNCHANGED);
        await(store.set(claim(1, "o4"), key("none"), bytes(1)));
        assertThat(await(store.delete(claim(1, "o3"), key("none")))).isEqualTo(UNCHANGED);
        assertThat(size("none")).contains(1);
        assertThat(await(store.delete(claim(1, "o5"), key("none")))).isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o5"), key("none")))).isEqualTo(CHANGED);
        assertThat(used()).isEqualTo("20/1");
    }

    @Test
    void theSameOperationTwiceAtOnceIsDoneAndCountedOnce() {
        open(1);
        List<StorageWrite> answers =
                all(IntStream.range(0, 8).mapToObj(i -> store.set(claim(1, "same"), key("k" + i), bytes(10))));

        assertThat(answers).containsOnly(CHANGED);
        assertThat(await(store.keys("w", owner)).keys()).hasSize(1);
        assertThat(used()).isEqualTo("10/1");
    }

    @Test
    void anOlderAttemptWritesNothing() {
        open(1);
        open(2);

        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(1)))).isEqualTo(FENCED);
        assertThat(await(store.delete(claim(1, "o2"), key("k")))).isEqualTo(FENCED);
        assertThat(await(store.set(claim(2, "o1"), key("k"), bytes(1)))).isEqualTo(CHANGED);
    }

    @Test
    void anEndedOrUnknownRunWritesNothing() {
        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(1)))).isEqualTo(FENCED);
        open(1);
        await(new PostgresStateRepository(database.pool()).end("w", run, 1));

        assertThat(await(store.set(claim(1, "o2"), key("k"), bytes(1)))).isEqualTo(FENCED);
        assertThat(await(store.delete(claim(9, "o3"), key("k")))).isEqualTo(FENCED);
        assertThat(await(store.get(key("k")))).isEmpty();
    }

    @Test
    void whatWouldExceedTheQuotaIsRefusedAndChangesNothing() {
        open(1);
        await(store.set(claim(1, "o1"), key("a"), bytes(60)));

        assertThat(await(store.set(claim(1, "o2"), key("b"), bytes(41)))).isEqualTo(TOO_MANY_BYTES);
        assertThat(await(store.set(claim(1, "o3"), key("a"), bytes(101)))).isEqualTo(TOO_MANY_BYTES);
        assertThat(size("a")).contains(60);
        assertThat(await(store.get(key("b")))).isEmpty();
        assertThat(await(store.set(claim(1, "o4"), key("a"), bytes(100)))).isEqualTo(CHANGED);
        assertThat(used()).isEqualTo("100/1");
    }

    @Test
    void aRefusedOperationMayBeTriedAgainWhenThereIsRoom() {
        open(1);
        await(store.set(claim(1, "o1"), key("a"), bytes(60)));
        assertThat(await(store.set(claim(1, "o2"), key("b"), bytes(60)))).isEqualTo(TOO_MANY_BYTES);

        await(store.delete(claim(1, "o3"), key("a")));

        assertThat(await(store.set(claim(1, "o2"), key("b"), bytes(60)))).isEqualTo(CHANGED);
        assertThat(used()).isEqualTo("60/1");
    }

    @Test
    void keysHaveAQuotaOfTheirOwn() {
        open(1);
        for (int i = 0; i < QUOTA.keys(); i++) {
            assertThat(await(store.set(claim(1, "o" + i), key("k" + i), bytes(1))))
                    .isEqualTo(CHANGED);
        }

        assertThat(await(store.set(claim(1, "more"), key("more"), bytes(1)))).isEqualTo(new StorageWrite.TooManyKeys());
        assertThat(await(store.set(claim(1, "again"), key("k0"), bytes(2)))).isEqualTo(CHANGED);
        await(store.delete(claim(1, "delete"), key("k1")));
        assertThat(await(store.set(claim(1, "more"), key("more"), bytes(1)))).isEqualTo(CHANGED);
    }

    @Test
    void aLoweredQuotaLetsInWhatMakesItSmaller() {
        open(1);
        await(store.set(claim(1, "o1"), key("a"), bytes(90)));
        StorageRepository lowered = new PostgresStorageRepository(database.pool(), new StorageQuota(50, 1));

        assertThat(await(lowered.set(claim(1, "o2"), key("a"), bytes(91)))).isEqualTo(TOO_MANY_BYTES);
        assertThat(await(lowered.set(claim(1, "o3"), key("a"), bytes(80)))).isEqualTo(CHANGED);
    }

    /** Two replicas run their functions at the same time on connections of their own. */
    @Test
    void writersAtOnceNeverExceedTheQuotaTogether() {
        open(1);
        StorageRepository other = new PostgresStorageRepository(database.pool(), QUOTA);
        List<StorageWrite> answers = all(IntStream.range(0, 12)
                .mapToObj(i -> (i % 2 == 0 ? store : other).set(claim(1, "o" + i), key("k" + i), bytes(40))));

        assertThat(answers).filteredOn(CHANGED::equals).hasSize(2);
        assertThat(answers).filteredOn(TOO_MANY_BYTES::equals).hasSize(10);
        assertThat(await(store.keys("w", owner)).keys()).hasSize(2);
        assertThat(used()).isEqualTo("80/2");
    }

    /** The other writer's bytes count before they are committed. */
    @Test
    void aWriterWaitsForWhoeverWritesForTheSameOwner() {
        open(1);
        await(store.set(claim(1, "o1"), key("a"), bytes(1)));
        SqlConnection other = await(database.pool().getConnection());
        Transaction uncommitted = await(other.begin());
        await(other.preparedQuery("select from context.storage_owners where plugin = $1 for update")
                .execute(Tuple.of(owner.plugin())));

        CompletableFuture<StorageWrite> waiting =
                store.set(claim(1, "o3"), key("c"), bytes(60)).subscribeAsCompletionStage();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> database.count("from pg_stat_activity"
                                + " where datname = current_database() and wait_event_type = 'Lock'")
                        == 1);
        await(other.preparedQuery("select context.set_storage_v1('w', $1, 1, 'o2', 'plugin', $2, 'b', null, $3, 100, 4)")
                .execute(Tuple.tuple().addUUID(run).addString(owner.plugin()).addBuffer(Buffer.buffer(bytes(60)))));
        await(uncommitted.commit());
        await(other.close());

        assertThat(await(Uni.createFrom().completionStage(waiting))).isEqualTo(TOO_MANY_BYTES);
        assertThat(used()).isEqualTo("61/2");
    }

    @Test
    void writersOfOneKeyAtOnceLeaveOneWholeValueAndCountItOnce() {
        open(1);
        all(IntStream.range(1, 9).mapToObj(i -> store.set(claim(1, "o" + i), key("k"), bytes(i * 10))));

        assertThat(used()).isEqualTo(size("k").orElseThrow() + "/1");
    }

    @Test
    void aChangeThatExpectsAnotherValueChangesNothingAndItsOperationIsFreeAgain() {
        open(1);
        StorageCondition absent = new StorageCondition.Absent();
        assertThat(await(store.set(claim(1, "o0"), key("k"), bytes(1), new StorageCondition.Unchanged("none"))))
                .isEqualTo(STALE);
        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(10), absent)))
                .isEqualTo(CHANGED);
        StorageCondition first = unchanged("k");
        assertThat(await(store.set(claim(1, "o2"), key("k"), bytes(20), absent)))
                .isEqualTo(STALE);
        assertThat(await(store.set(claim(1, "o3"), key("k"), bytes(30), first))).isEqualTo(CHANGED);

        assertThat(await(store.set(claim(1, "o4"), key("k"), bytes(40), first))).isEqualTo(STALE);
        assertThat(await(store.delete(claim(1, "o5"), key("k"), first))).isEqualTo(STALE);
        assertThat(used()).isEqualTo("30/1");
        assertThat(await(store.set(claim(1, "o4"), key("k"), bytes(40), unchanged("k"))))
                .isEqualTo(CHANGED);
        StorageCondition last = unchanged("k");
        assertThat(await(store.delete(claim(1, "o5"), key("k"), last))).isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o5"), key("k"), last)))
                .as("a repetition")
                .isEqualTo(CHANGED);
        assertThat(await(store.delete(claim(1, "o6"), key("k"), last))).isEqualTo(STALE);
        assertThat(used()).isEqualTo("0/0");
    }

    @Test
    void aRepetitionOfAConditionalChangeAnswersTheSame() {
        open(1);
        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(10), new StorageCondition.Absent())))
                .isEqualTo(CHANGED);

        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(10), new StorageCondition.Absent())))
                .isEqualTo(CHANGED);
        assertThat(used()).isEqualTo("10/1");
    }

    /** Two replicas write at the same time. */
    @Test
    void ofWritersThatExpectTheSameOneIsLetInAndTheOthersAreTold() {
        open(1);
        await(store.set(claim(1, "o0"), key("k"), bytes(1)));
        StorageCondition read = unchanged("k");
        StorageRepository other = new PostgresStorageRepository(database.pool(), QUOTA);

        List<StorageWrite> answers = all(IntStream.range(1, 9)
                .mapToObj(i -> (i % 2 == 0 ? store : other).set(claim(1, "o" + i), key("k"), bytes(10 + i), read)));

        assertThat(answers).filteredOn(CHANGED::equals).hasSize(1);
        assertThat(answers).filteredOn(STALE::equals).hasSize(7);
        assertThat(used()).isEqualTo((11 + answers.indexOf(CHANGED)) + "/1");
    }

    @Test
    void ofWritersThatExpectNothingThereOneIsFirst() {
        open(1);

        List<StorageWrite> answers = all(IntStream.range(0, 8)
                .mapToObj(i -> store.set(claim(1, "o" + i), key("k"), bytes(i + 1), new StorageCondition.Absent())));

        assertThat(answers).filteredOn(CHANGED::equals).hasSize(1);
        assertThat(answers).filteredOn(STALE::equals).hasSize(7);
    }

    @Test
    void aFenceIsToldBeforeAnythingIsCompared() {
        open(1);
        open(2);

        assertThat(await(store.set(claim(1, "o1"), key("k"), bytes(1), new StorageCondition.Unchanged("x"))))
                .isEqualTo(FENCED);
        assertThat(await(store.delete(claim(1, "o2"), key("k"), new StorageCondition.Unchanged("x"))))
                .isEqualTo(FENCED);
    }

    @Test
    void pagesOfKeysGoOnRightBehindTheLastOne() {
        open(1);
        for (String name : List.of("a%b", "a/1", "a/2", "b")) {
            await(store.set(claim(1, name), key(name), bytes(1)));
        }

        assertThat(await(store.page("w", owner, "a", "", 2))).isEqualTo(new StorageKeys(List.of("a%b", "a/1"), true));
        assertThat(await(store.page("w", owner, "a", "a/1", 2))).isEqualTo(new StorageKeys(List.of("a/2"), false));
        assertThat(await(store.page("w", owner, "a/", "", 2))).isEqualTo(new StorageKeys(List.of("a/1", "a/2"), false));
        assertThat(await(store.page("w", owner, "a%", "", 9)).keys()).containsExactly("a%b");
        assertThat(await(store.page("w", owner, "", "a/2", 9)).keys()).containsExactly("b");
        assertThat(await(store.page("w", owner, "c", "", 9))).isEqualTo(new StorageKeys(List.of(), false));
        assertThat(await(store.page("w2", owner, "", "", 9)).keys()).isEmpty();
    }

    @Test
    void nothingLeavesItsWorkspaceAndOwner() {
        open(1);
        StorageOwner workspace = new StorageOwner(StorageKind.WORKSPACE, "");
        StorageOwner another = new StorageOwner(StorageKind.PLUGIN, "acme/other-" + run);
        await(store.set(claim(1, "o1"), key("k"), bytes(90)));

        for (StorageKey elsewhere : List.of(
                new StorageKey("w2", owner, "k"),
                new StorageKey("w", workspace, "k"),
                new StorageKey("w", another, "k"))) {
            assertThat(await(store.get(elsewhere))).isEmpty();
            assertThat(await(store.keys(elsewhere.workspaceId(), elsewhere.owner()))
                            .keys())
                    .isEmpty();
        }
        assertThat(await(store.delete(claim(1, "o2"), new StorageKey("w", another, "k"))))
                .isEqualTo(UNCHANGED);
        assertThat(await(store.set(claim(1, "o3"), new StorageKey("w", another, "k"), bytes(90))))
                .isEqualTo(CHANGED);
        assertThat(size("k")).contains(90);
        assertThat(used()).isEqualTo("90/1");
    }

    private void open(int attempt) {
        assertThat(await(starts.open(new RunContextQuestion(
                        "w", new RunId(run), attempt, new EventId(run), "bot", "c", null, List.of()))))
                .isInstanceOf(RunStart.Opened.class);
    }

    private WriteClaim claim(int attempt, String operation) {
        return new WriteClaim("w", run, attempt, operation);
    }

    private StorageKey key(String key) {
        return new StorageKey("w", owner, key);
    }

    /** Expects the stored value. */
    private StorageCondition unchanged(String key) {
        return new StorageCondition.Unchanged(
                await(store.get(key(key))).orElseThrow().etag());
    }

    private Optional<Integer> size(String key) {
        return await(store.get(key(key))).map(value -> value.bytes().length);
    }

    /** Returns the counters of the owner's row, which must equal the stored values. */
    private String used() {
        String where = " from context.storage_owners o where o.plugin = '" + owner.plugin() + "'";
        String counted = database.rows("select o.used_bytes || '/' || o.keys" + where)
                .getFirst()
                .getString(0);
        assertThat(database.rows("select (select coalesce(sum(octet_length(s.value)), 0) || '/' || count(*)"
                                + " from context.storage s where s.owner = o.id)" + where)
                        .getFirst()
                        .getString(0))
                .isEqualTo(counted);
        return counted;
    }

    private static byte[] bytes(int size) {
        return new byte[size];
    }

    private static List<StorageWrite> all(Stream<Uni<StorageWrite>> writes) {
        return await(Uni.join().all(writes.toList()).andFailFast());
    }
}
