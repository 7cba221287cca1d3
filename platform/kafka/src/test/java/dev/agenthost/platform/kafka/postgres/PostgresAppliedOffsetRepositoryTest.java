package dev.agenthost.platform.kafka.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.platform.kafka.AppliedOffset;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresAppliedOffsetRepositoryTest {
    private static final TopicPartition ONE = new TopicPartition("agent.events", 1);
    private static final TopicPartition TWO = new TopicPartition("agent.events", 2);
    private static final AppliedOffset NEW = new AppliedOffset("new", 0);
    private static Vertx vertx;
    private static Pool pool;
    private static PostgresAppliedOffsetRepository repository;

    @BeforeAll
    static void start() {
        DatabaseAddress at = PostgresTestDatabase.freshDatabase();
        vertx = Vertx.vertx();
        pool = Pool.pool(
                vertx,
                PgConnectOptions.fromUri(at.reactiveUrl()).setUser(at.user()).setPassword(at.password()),
                new PoolOptions().setMaxSize(2));
        repository = new PostgresAppliedOffsetRepository(pool, "s");
        get(pool.query("CREATE SCHEMA s").execute());
        get(pool.query("CREATE TABLE s.applied_offsets (topic text, partition integer, topic_id text NOT NULL,"
                        + " next_offset bigint NOT NULL, PRIMARY KEY (topic, partition))")
                .execute());
    }

    @AfterAll
    static void stop() {
        pool.closeAndAwait();
        vertx.closeAndAwait();
    }

    @BeforeEach
    void fill() {
        get(pool.query("TRUNCATE s.applied_offsets").execute());
        put(Map.of(ONE, new AppliedOffset("old", 7)), Map.of());
    }

    @Test
    void whatIsLoadedIsReplacedAndWhatIsMissingAdded() {
        put(Map.of(ONE, NEW, TWO, NEW), stored());

        assertThat(stored()).isEqualTo(Map.of(ONE, NEW, TWO, NEW));
    }

    @Test
    void anOffsetThatMovedSinceItWasLoadedIsNotReplaced() {
        Map<TopicPartition, AppliedOffset> loaded = stored();
        assertThat(advance(new OffsetAdvance("agent.events", 1, 7, 9))).isEqualTo(1);

        put(Map.of(ONE, NEW), loaded);

        assertThat(stored()).isEqualTo(Map.of(ONE, new AppliedOffset("old", 9)));
    }

    @Test
    void anOffsetThatAnotherReplicaHasReplacedStays() {
        Map<TopicPartition, AppliedOffset> loaded = stored();
        put(Map.of(ONE, NEW), loaded);
        advance(new OffsetAdvance("agent.events", 1, 0, 7));

        put(Map.of(ONE, NEW), loaded);

        assertThat(stored()).isEqualTo(Map.of(ONE, new AppliedOffset("new", 7)));
    }

    @Test
    void anOffsetMovesForwardsOnly() {
        advance(new OffsetAdvance("agent.events", 1, 7, 12));

        assertThat(advance(new OffsetAdvance("agent.events", 1, 7, 9))).isEqualTo(1);

        assertThat(stored()).isEqualTo(Map.of(ONE, new AppliedOffset("old", 12)));
    }

    @Test
    void anOffsetThatIsLowerThanExpectedDoesNotMove() {
        OffsetAdvance ahead = new OffsetAdvance("agent.events", 1, 8, 12);

        int moved = advance(ahead);

        assertThat(stored()).isEqualTo(Map.of(ONE, new AppliedOffset("old", 7)));
        assertThatThrownBy(() -> PostgresAppliedOffsetRepository.requireMoved(List.of(ahead), moved))
                .hasMessageContaining("the database was restored");
    }

    private static int advance(OffsetAdvance... advances) {
        return get(pool.preparedQuery(PostgresAppliedOffsetRepository.advance("s", 1))
                        .execute(Tuple.newInstance(io.vertx.sqlclient.Tuple.wrap(
                                PostgresAppliedOffsetRepository.columns(List.of(advances))))))
                .size();
    }

    private static void put(Map<TopicPartition, AppliedOffset> offsets, Map<TopicPartition, AppliedOffset> loaded) {
        get(repository.replace(offsets, loaded));
    }

    private static Map<TopicPartition, AppliedOffset> stored() {
        return get(repository.load(List.of(ONE, TWO)));
    }

    private static <T> T get(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(20));
    }
}
