package dev.agenthost.context.transcript.postgres;

import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.TermVector;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives terms to entries that were stored without, by a version of this service that knew none: a few at a time, of at most four
 * megabytes. Replicas that do it at once take different ones.
 */
public final class SearchTermBackfill {
    private static final String FIND = """
            select m.conversation, m.seq, m.content
            from (select w.*, sum(coalesce(octet_length(w.content), 0)) over (order by w.conversation, w.seq) as so_far,
                      row_number() over (order by w.conversation, w.seq) as nth
                  from (select conversation, seq, content from context.transcript
                        where terms is null order by conversation, seq limit 200 for update skip locked) w) m
            where m.so_far <= 4194304 or m.nth = 1
            """;
    private static final String FILL = """
            update context.transcript t set terms = g.terms::tsvector
            from unnest($1::bigint[], $2::bigint[], $3::text[]) as g (conversation, seq, terms)
            where t.conversation = g.conversation and t.seq = g.seq
            """;

    private final Pool pool;
    private final Analysis analysis;

    public SearchTermBackfill(Pool pool, Analysis analysis) {
        this.pool = pool;
        this.analysis = analysis;
    }

    /** @return how many have their terms now that had none; 0 where none are left */
    public Uni<Integer> fill() {
        return pool.withTransaction(connection -> connection
                .query(FIND)
                .execute()
                // Four megabytes are taken apart in seconds: never on an event loop.
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .chain(rows -> rows.size() == 0 ? Uni.createFrom().item(0) : write(connection, rows)));
    }

    private Uni<Integer> write(SqlConnection connection, RowSet<Row> rows) {
        List<Long> conversations = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        List<String> terms = new ArrayList<>();
        rows.forEach(row -> {
            conversations.add(row.getLong(0));
            numbers.add(row.getLong(1));
            terms.add(TermVector.of(analysis, row.getString(2)));
        });
        return connection
                .preparedQuery(FILL)
                .execute(Tuple.of(
                        conversations.toArray(Long[]::new), numbers.toArray(Long[]::new), terms.toArray(String[]::new)))
                .map(RowSet::rowCount);
    }
}
