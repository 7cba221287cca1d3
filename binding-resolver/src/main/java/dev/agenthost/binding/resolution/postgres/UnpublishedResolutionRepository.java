package dev.agenthost.binding.resolution.postgres;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.RecordPublisher;
import dev.agenthost.binding.publication.UnpublishedRecordRepository;
import dev.agenthost.binding.resolution.ResolutionAudit;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes records of a failed replica. A lock permits one sweeper at a time: two sweepers with different rows of
 * one conversation could publish the later rows first.
 */
@ApplicationScoped
class UnpublishedResolutionRepository implements UnpublishedRecordRepository {
    private final Pool pool;

    UnpublishedResolutionRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Integer> publishOldest(int limit, RecordPublisher publisher) {
        return pool.withTransaction(connection -> connection
                .query(ResolutionSql.LOCK)
                .execute()
                .chain(locked -> locked.iterator().next().getBoolean("acquired")
                        ? publishLocked(connection, limit, publisher)
                        : Uni.createFrom().item(0)));
    }

    /** Requires the lock in the connection's transaction. */
    Uni<Integer> publishLocked(SqlConnection connection, int limit, RecordPublisher publisher) {
        return connection
                .preparedQuery(ResolutionSql.UNPUBLISHED)
                .execute(Tuple.of(limit))
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(0)
                        : publisher
                                .publish(withAudit(rows))
                                .chain(() -> connection
                                        .preparedQuery(ResolutionSql.MARK)
                                        .execute(ResolutionSql.keyColumns(List.copyOf(ResolutionSql.keys(rows)))))
                                .replaceWith(rows.size()));
    }

    private static List<OutboundRecord> withAudit(RowSet<Row> rows) {
        List<OutboundRecord> records = new ArrayList<>();
        rows.forEach(row -> records.add(ResolutionSql.record(row)));
        List<OutboundRecord> all = new ArrayList<>(records);
        records.forEach(record -> all.add(ResolutionAudit.of(record)));
        return all;
    }
}
