package dev.agenthost.context.transcript.postgres;

import dev.agenthost.context.transcript.SearchHit;
import dev.agenthost.context.transcript.SearchRequest;
import dev.agenthost.context.transcript.TranscriptSearch;
import dev.agenthost.protocol.store.history.HistoryFilters;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searches by the function {@code context.search_transcript_v1}, in one round trip. Where a run asks, one more is looked for, and what the
 * run answers is taken out.
 */
public final class PostgresTranscriptSearch implements TranscriptSearch {
    private static final String FIND = """
            select %s, f.score
            from context.search_transcript_v1($1, $2, $3, $4, $5::text::tsquery, $6::text[]::tsquery[], $7::text[]::tsquery[],
                $8, $9, $10, to_timestamp($11), to_timestamp($12), $13) f
            join context.transcript t on t.conversation = f.conversation and t.seq = f.seq
            where t.run_id is not null or not exists (
                select from context.fences r
                where r.workspace_id = $1 and r.run_id = $14 and r.event_id = t.event_id)
            order by f.place limit $15
            """.formatted(EntryRows.COLUMNS);

    private final Pool pool;

    public PostgresTranscriptSearch(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<SearchHit>> find(SearchRequest request) {
        if (request.isVain()) {
            return Uni.createFrom().item(List.of());
        }
        HistoryFilters filters = request.filters();
        Tuple values = ConversationQueries.in(request.conversation())
                .addString(request.query().whole())
                .addArrayOfString(request.query().parts().toArray(String[]::new))
                .addArrayOfString(request.query().weighed().toArray(String[]::new))
                .addArrayOfString(filters.roles().toArray(String[]::new))
                .addBoolean(request.people())
                .addBoolean(request.agents())
                .addDouble(seconds(filters.since(), 0))
                // To the end of that second.
                .addDouble(seconds(filters.until(), 1))
                .addInteger(request.asking() == null ? request.topK() : request.topK() + 1)
                .addUUID(request.asking())
                .addInteger(request.topK());
        return pool.preparedQuery(FIND).execute(values).map(rows -> {
            List<SearchHit> found = new ArrayList<>();
            rows.forEach(row -> found.add(new SearchHit(EntryRows.read(row), row.getDouble(EntryRows.WIDTH))));
            return found;
        });
    }

    private static @Nullable Double seconds(@Nullable Long at, long more) {
        return at == null ? null : (double) (at + more);
    }
}
