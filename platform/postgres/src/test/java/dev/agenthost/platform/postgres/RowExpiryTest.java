package dev.agenthost.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the deletion of overdue rows on a real PostgreSQL. */
class RowExpiryTest {
    private static final ExpiringTable SEEN = new ExpiringTable("seen", "seen_at", Duration.ofDays(35), "t.published");

    private static Vertx vertx;
    private static Pool pool;

    @BeforeAll
    static void open() {
        DatabaseAddress at = PostgresTestDatabase.freshDatabase();
        vertx = Vertx.vertx();
        pool = Pool.newInstance(PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri(at.reactiveUrl())
                        .setUser(at.user())
                        .setPassword(at.password()))
                .with(new PoolOptions().setMaxSize(4))
                .using(vertx)
                .build());
        sql(
                "CREATE TABLE seen (id bigint PRIMARY KEY, seen_at timestamptz NOT NULL, published boolean NOT NULL DEFAULT true)");
        sql("CREATE INDEX seen_age ON seen (seen_at)");
        sql("CREATE TABLE others (id bigint PRIMARY KEY, seen_at timestamptz NOT NULL)");
    }

    @AfterAll
    static void close() {
        pool.closeAndAwait();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @BeforeEach
    void empty() {
        sql("TRUNCATE seen, others");
    }

    @Test
    void oneRoundDeletesEveryOverdueRowAndNoOther() {
        sql(
                "INSERT INTO seen SELECT n, now() - interval '36 days' - n * interval '1 millisecond' FROM generate_series(1, 200000) n");
        sql("INSERT INTO seen SELECT -n, now() - interval '34 days' FROM generate_series(1, 1000) n");
        sql("INSERT INTO seen VALUES (0, now() - interval '90 days', false)");

        assertThat(get(expiry(1_000).round())).isEqualTo(200_000);

        assertThat(number("SELECT count(*) FROM seen")).isEqualTo(1_001);
        assertThat(number("SELECT count(*) FROM seen WHERE id > 0")).isZero();
    }

    @Test
    void rowsOfOneMomentAreDeletedAcrossStatements() {
        sql("INSERT INTO seen SELECT n, '2020-01-01' FROM generate_series(1, 25) n");

        assertThat(get(expiry(10).round())).isEqualTo(25);
    }

    @Test
    void anOverdueRowThatIsInUseHoldsNoOtherUp() {
        sql("INSERT INTO seen SELECT n, '2020-01-01' FROM generate_series(1, 25) n");
        SqlConnection consumer = pool.getConnectionAndAwait();
        consumer.query("BEGIN").executeAndAwait();
        consumer.query("SELECT FROM seen WHERE id = 3 FOR UPDATE").executeAndAwait();

        assertThat(get(expiry(10).round())).isEqualTo(24);

        consumer.query("ROLLBACK").executeAndAwait();
        consumer.closeAndAwait();
        assertThat(get(expiry(10).round())).isEqualTo(1);
    }

    @Test
    void oneReplicaDeletesAtATime() {
        sql("INSERT INTO seen SELECT n, '2020-01-01' FROM generate_series(1, 25) n");
        SqlConnection other = pool.getConnectionAndAwait();
        other.query("BEGIN").executeAndAwait();
        other.query("SELECT pg_advisory_xact_lock(hashtextextended('expiry of seen', 0))")
                .executeAndAwait();

        assertThat(get(expiry(10).round())).isZero();

        other.query("COMMIT").executeAndAwait();
        other.closeAndAwait();
        assertThat(get(expiry(10).round())).isEqualTo(25);
    }

    @Test
    void aTableThatRefusesHoldsNoOtherUp() {
        sql("INSERT INTO others VALUES (1, '2020-01-01')");
        ExpiringTable missing = new ExpiringTable("missing", "seen_at", Duration.ofDays(35));
        ExpiringTable others = new ExpiringTable("others", "seen_at", Duration.ofDays(35));
        RowExpiry expiry = new RowExpiry(pool, List.of(missing, others), 10, Duration.ofMillis(1));

        assertThat(get(expiry.round())).isEqualTo(1);
        assertThat(get(expiry.round())).isZero();
    }

    @Test
    void aRoundReadsTheIndexAndNotTheTable() {
        sql("INSERT INTO seen SELECT n, now() FROM generate_series(1, 20000) n");
        sql("ANALYZE seen");
        String statement = SEEN.deletion()
                .replace("$1", "'1970-01-01'")
                .replace("$2", "3024000")
                .replace("$3", "1000");
        StringBuilder plan = new StringBuilder();
        pool.query("EXPLAIN " + statement).executeAndAwait().forEach(row -> plan.append(row.getString(0))
                .append('\n'));

        assertThat(plan.toString())
                .contains("Index Scan using seen_age")
                .contains("Tid Scan")
                .doesNotContain("Seq Scan");
    }

    private static RowExpiry expiry(int batch) {
        return new RowExpiry(pool, List.of(SEEN), batch, Duration.ofMillis(1));
    }

    private static void sql(String statement) {
        pool.query(statement).executeAndAwait();
    }

    private static long number(String question) {
        return pool.query(question).executeAndAwait().iterator().next().getLong(0);
    }

    private static <T> T get(Uni<T> uni) {
        return uni.await().atMost(Duration.ofMinutes(2));
    }
}
