package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.semanticsearch.transcript.EntryPosition;
import dev.agenthost.context.semanticsearch.transcript.EntryVectorIndex;
import dev.agenthost.context.semanticsearch.transcript.NearestEntries;
import dev.agenthost.context.semanticsearch.vectorindex.Vectors;
import dev.agenthost.context.transcript.NumberedEntry;
import dev.agenthost.context.transcript.SearchRequest;
import dev.agenthost.context.transcript.postgres.ConversationQueries;
import dev.agenthost.context.transcript.postgres.EntryRows;
import dev.agenthost.protocol.store.history.HistoryFilters;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares every vector of the newest entries, in portions, so that none is missed and little memory is used. */
public final class PostgresEntryVectorIndex implements EntryVectorIndex {
    /** Entries of a conversation that are compared, from its newest. */
    private static final long MOST = 10_000;
    /** Bytes of vectors that one search compares: fewer entries with long vectors. */
    private static final long MOST_BYTES = 16 << 20;

    private static final int PORTION = 1_000;

    private static final String PORTIONS = """
            select v.seq, v.vector
            from context.conversations c
            join context.entry_vectors v on v.conversation = c.id and v.seq < $6 and v.seq > c.last_transcript_seq - $7
            join context.transcript t on t.conversation = v.conversation and t.seq = v.seq
            where c.workspace_id = $1 and c.bot_id = $2 and c.conversation_id = $3 and c.thread_id = $4 and v.model = $5
                and (cardinality($8::text[]) = 0 or t.role = any ($8))
                and (case when t.run_id is null then $9 else $10 end)
                and ($11::float8 is null or t.at >= to_timestamp($11)) and ($12::float8 is null or t.at < to_timestamp($12))
                and ($13::text = '' or t.terms @@ $13::text::tsquery)
                and (t.run_id is not null or not exists (
                    select from context.fences r
                    where r.workspace_id = $1 and r.run_id = $14 and r.event_id = t.event_id))
            order by v.seq desc limit $15
            """;
    private static final String READ = """
            select %s from context.conversations c
            join context.transcript t on t.conversation = c.id and t.seq = any ($5)
            where c.workspace_id = $1 and c.bot_id = $2 and c.conversation_id = $3 and c.thread_id = $4
            """.formatted(EntryRows.COLUMNS);

    private final Pool pool;

    public PostgresEntryVectorIndex(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<EntryPosition>> nearest(SearchRequest request, String model, float[] query, int most) {
        return portion(request, model, query, Long.MAX_VALUE, new NearestEntries(query, most))
                .map(NearestEntries::positions);
    }

    private Uni<NearestEntries> portion(
            SearchRequest request, String model, float[] query, long below, NearestEntries nearest) {
        return pool.preparedQuery(PORTIONS)
                .execute(values(request, model, below, Math.min(MOST, MOST_BYTES / (query.length * Float.BYTES))))
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .chain(rows -> {
                    long lowest = offerAll(rows, nearest);
                    return rows.size() < PORTION
                            ? Uni.createFrom().item(nearest)
                            : portion(request, model, query, lowest, nearest);
                });
    }

    private static long offerAll(RowSet<Row> rows, NearestEntries nearest) {
        long lowest = Long.MAX_VALUE;
        for (Row row : rows) {
            lowest = row.getLong(0);
            nearest.offer(
                    new EntryPosition(lowest),
                    Vectors.of(row.getDelegate().getBuffer(1).getBytes()));
        }
        return lowest;
    }

    private static Tuple values(SearchRequest request, String model, long below, long newest) {
        HistoryFilters filters = request.filters();
        return ConversationQueries.in(request.conversation())
                .addString(model)
                .addLong(below)
                .addLong(newest)
                .addArrayOfString(filters.roles().toArray(String[]::new))
                .addBoolean(request.people())
                .addBoolean(request.agents())
                .addDouble(seconds(filters.since(), 0))
                // Includes the whole of that second.
                .addDouble(seconds(filters.until(), 1))
                .addString(request.query().quoted())
                .addUUID(request.excludedRun())
                .addInteger(PORTION);
    }

    private static @Nullable Double seconds(@Nullable Long at, long more) {
        return at == null ? null : (double) (at + more);
    }

    @Override
    public Uni<List<NumberedEntry>> read(ConversationRef conversation, List<EntryPosition> positions) {
        return pool.preparedQuery(READ)
                .execute(ConversationQueries.in(conversation)
                        .addArrayOfLong(
                                positions.stream().map(EntryPosition::seq).toArray(Long[]::new)))
                .map(rows -> {
                    List<NumberedEntry> entries = new ArrayList<>();
                    rows.forEach(row -> entries.add(EntryRows.read(row)));
                    return entries;
                });
    }
}
