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
 * Searches in one round trip. Candidates are the newest 400 entries with the whole query and, where these are too few, the newest 100
 * with each of its parts. A word weighs more the fewer candidates have it, and less the longer the entry is; adjacent words weigh more.
 * A run's search reads one more entry and excludes the message that the run answers.
 */
public final class PostgresTranscriptSearch implements TranscriptSearch {
    private static final String FIND = """
            with searched as materialized (
                select c.id, c.last_transcript_seq as newest
                from context.conversations c
                where c.workspace_id = $1 and c.bot_id = $2 and c.conversation_id = $3 and c.thread_id = $4),
            whole as materialized (
                select p.id, p.newest, context.newest_matches_v1(
                    p.id, p.newest, $5::text::tsquery, $8, $9, $10, to_timestamp($11), to_timestamp($12), 400) as seqs
                from searched p),
            matches as materialized (
                select w.id, w.newest, w.seqs || case when cardinality(w.seqs) < $13 then array(
                    select m.seq from unnest($6::text[]::tsquery[]) as q (part), unnest(context.newest_matches_v1(
                        w.id, w.newest, q.part, $8, $9, $10, to_timestamp($11), to_timestamp($12), 100)) as m (seq))
                    else '{}' end as seqs
                from whole w),
            candidates as materialized (
                select t.conversation, t.seq, t.terms, m.newest
                from matches m join context.transcript t on t.conversation = m.id and t.seq = any (m.seqs)),
            words as materialized (
                select w.word, ln(1 + (select newest from matches)::double precision / greatest(count(c.seq), 1)) as weight
                from unnest($7::text[]::tsquery[]) w (word) left join candidates c on c.terms @@ w.word
                group by w.word),
            scored as (
                select c.conversation, c.seq, c.terms @@ $5::text::tsquery as has_all, ts_rank_cd(c.terms, $5::text::tsquery)
                    + (select sum(w.weight * ts_rank(c.terms, w.word, 1)) from words w) as score
                from candidates c),
            best as materialized (
                select s.conversation, s.seq, s.score, row_number() over (order by s.has_all desc, s.score desc, s.seq desc) as ordinal
                from scored s order by 4 limit $13)
            select %s, f.score
            from best f
            join context.transcript t on t.conversation = f.conversation and t.seq = f.seq
            where t.run_id is not null or not exists (
                select from context.fences r
                where r.workspace_id = $1 and r.run_id = $14 and r.event_id = t.event_id)
            order by f.ordinal limit $15
            """.formatted(EntryRows.COLUMNS);

    private final Pool pool;

    public PostgresTranscriptSearch(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<SearchHit>> find(SearchRequest request) {
        if (request.isEmpty()) {
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
                // Includes the whole of that second.
                .addDouble(seconds(filters.until(), 1))
                .addInteger(request.excludedRun() == null ? request.topK() : request.topK() + 1)
                .addUUID(request.excludedRun())
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
