package dev.agenthost.binding.resolution.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Events;
import dev.agenthost.binding.Sets;
import dev.agenthost.binding.app.Keys;
import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.resolution.BatchWriteOutcome;
import dev.agenthost.binding.resolution.ResolutionRepository;
import dev.agenthost.binding.resolution.ResolutionRepositorySuite;
import dev.agenthost.binding.resolution.ResolutionRow;
import dev.agenthost.binding.resolution.RowWriteOutcome;
import dev.agenthost.binding.resolution.Rows;
import dev.agenthost.platform.postgres.ExpiringTable;
import dev.agenthost.platform.postgres.RowExpiry;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class PostgresResolutionRepositoryTest extends ResolutionRepositorySuite {
    @Inject
    Pool pool;

    /** Another one each time, as after a restart. */
    @Override
    protected ResolutionRepository repository() {
        return new PostgresResolutionRepository(pool);
    }

    @Test
    void whatWasResolvedWithOlderBindingsIsNotKept() {
        pool.preparedQuery("insert into bindings.workspaces (workspace_id, revision) values ($1, 1)"
                        + " on conflict (workspace_id) do update set revision = bindings.workspaces.revision + 1")
                .execute(Tuple.of("demo"))
                .await()
                .indefinitely();
        ResolutionRow row = row();

        BatchWriteOutcome keeping =
                repository().store(List.of(row), 0, List.of()).await().indefinitely();

        assertThat(keeping).isEqualTo(new BatchWriteOutcome.Outdated());
        assertThat(repository().find("demo", row.key().eventId()).await().indefinitely())
                .isEmpty();
    }

    @Test
    void whatIsOverAndPublishedIsDeleted() {
        ResolutionRow over = expired(row());
        ResolutionRow overAndUnpublished = expired(row());
        ResolutionRow needed = row();
        store(over, overAndUnpublished, needed);
        mark(over);
        mark(needed);

        new RowExpiry(pool, ExpiringTables.ALL).round().await().indefinitely();

        assertThat(store(over)).containsExactly(new RowWriteOutcome.First());
        assertThat(store(overAndUnpublished)).hasOnlyElementsOfType(RowWriteOutcome.Unpublished.class);
        assertThat(store(needed)).containsExactly(new RowWriteOutcome.Repeated());
    }

    @Test
    void aRoundOfExpiryIsServedByIndexes() {
        for (ExpiringTable table : ExpiringTables.ALL) {
            assertThat(pool.query("select count(*) from pg_indexes where schemaname || '.' || tablename = '"
                                    + table.name() + "' and indexdef like '%btree (" + table.time() + ")%'")
                            .executeAndAwait()
                            .iterator()
                            .next()
                            .getLong(0))
                    .as(table.name())
                    .isPositive();
        }
    }

    private static ResolutionRow expired(ResolutionRow row) {
        return new ResolutionRow(
                row.resolution(), row.fingerprint(), Events.NOW.minusSeconds(86_400L * 365), row.record());
    }

    /** The sweeper of the running service does it, of its own accord. */
    @Test
    void whatSomebodyKeptAndNeverPublishedGoesOut() {
        ResolutionRow left = row();
        store(left);

        Awaitility.await()
                .atMost(Duration.ofSeconds(15))
                .until(() -> store(left).getFirst() instanceof RowWriteOutcome.Repeated);
    }

    @Test
    void sweepsInOrderByteForByteAndWaitsForTheYoung() {
        List<ResolutionRow> rows = List.of(at(12), at(10), at(11));
        List<OutboundRecord> published = new ArrayList<>();
        UnpublishedResolutionRepository sweeper = new UnpublishedResolutionRepository(pool);

        // The running service sweeps too; the lock keeps it away until this transaction ends.
        pool.withTransaction(connection -> connection
                        .query(ResolutionSql.LOCK)
                        .execute()
                        .chain(() -> repository().store(rows, NEWEST, List.of()))
                        .chain(() -> sweeper.publishLocked(connection, 100, records -> collect(records, published)))
                        .invoke(() -> assertThat(ours(published, rows)).isEmpty())
                        .chain(() -> connection
                                .preparedQuery(
                                        "update bindings.resolutions set created_at = now() - interval '3 seconds' "
                                                + "where event_id = any($1)")
                                .execute(Tuple.of(rows.stream()
                                        .map(row -> row.key().eventId().value())
                                        .toArray(UUID[]::new))))
                        .chain(() -> sweeper.publishLocked(connection, 100, records -> collect(records, published))))
                .await()
                .indefinitely();

        assertThat(ours(published, rows))
                .extracting(OutboundRecord::value)
                .containsExactly(
                        rows.get(1).record().value(),
                        rows.get(2).record().value(),
                        rows.get(0).record().value());
        assertThat(store(rows.toArray(ResolutionRow[]::new))).containsOnly(new RowWriteOutcome.Repeated());
    }

    private static ResolutionRow at(long offset) {
        return Rows.of(Events.groupMessage(), Sets.of(), offset);
    }

    private static Uni<Void> collect(List<OutboundRecord> records, List<OutboundRecord> into) {
        into.addAll(records);
        return Uni.createFrom().voidItem();
    }

    private static List<OutboundRecord> ours(List<OutboundRecord> published, List<ResolutionRow> rows) {
        return published.stream()
                .filter(record -> record.topic().equals(Topics.RUN_REQUESTS))
                .filter(record -> rows.stream()
                        .anyMatch(row -> record.headers().equals(row.record().headers())))
                .toList();
    }
}
