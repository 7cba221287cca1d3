package dev.agenthost.context.state.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.state.StorageQuota;
import dev.agenthost.context.state.StorageRepository;
import dev.agenthost.context.state.StorageWrite;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Transaction;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Tests the quota of a storage, with writers one after another and at once. */
class PostgresStorageQuotaTest extends StorageRepositoryFixture {
    @Test
    void aWriteBeyondTheQuotaIsRefusedAndChangesNothing() {
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
    void aRefusedOperationMayBeRetried() {
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
    void aLoweredQuotaAdmitsShrinkingWrites() {
        open(1);
        await(store.set(claim(1, "o1"), key("a"), bytes(90)));
        StorageRepository lowered = new PostgresStorageRepository(database.pool(), new StorageQuota(50, 1));

        assertThat(await(lowered.set(claim(1, "o2"), key("a"), bytes(91)))).isEqualTo(TOO_MANY_BYTES);
        assertThat(await(lowered.set(claim(1, "o3"), key("a"), bytes(80)))).isEqualTo(CHANGED);
    }

    /** Two replicas run their functions at the same time on connections of their own. */
    @Test
    void concurrentWritersNeverExceedTheQuota() {
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
    void aWriterWaitsForAnotherOneOfTheSameOwner() {
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
        await(other.preparedQuery(
                        "select context.set_storage_v1('w', $1, 1, 'o2', 'plugin', $2, 'b', null, $3, 100, 4)")
                .execute(Tuple.tuple().addUUID(run).addString(owner.plugin()).addBuffer(Buffer.buffer(bytes(60)))));
        await(uncommitted.commit());
        await(other.close());

        assertThat(await(Uni.createFrom().completionStage(waiting))).isEqualTo(TOO_MANY_BYTES);
        assertThat(used()).isEqualTo("61/2");
    }

    @Test
    void concurrentWritersOfOneKeyLeaveOneValueAndCountItOnce() {
        open(1);
        all(IntStream.range(1, 9).mapToObj(i -> store.set(claim(1, "o" + i), key("k"), bytes(i * 10))));

        assertThat(used()).isEqualTo(size("k").orElseThrow() + "/1");
    }
}
