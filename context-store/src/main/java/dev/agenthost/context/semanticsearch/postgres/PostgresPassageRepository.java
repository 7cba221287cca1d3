package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.vectorindex.ChunkHit;
import dev.agenthost.context.semanticsearch.vectorindex.PassageRepository;
import dev.agenthost.context.semanticsearch.vectorindex.RetrievalScope;
import dev.agenthost.context.semanticsearch.vectorindex.Vectors;
import dev.agenthost.context.semanticsearch.vectorindex.WordIndex;
import dev.agenthost.context.transcript.SearchQuery;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** Finds chunks by words, and reads passages. */
public final class PostgresPassageRepository implements WordIndex, PassageRepository {
    /** Finds chunks with any of the words, best first. Of each word the first 2000 count: a more frequent word says little. */
    private static final String SEARCH = """
            with bases as materialized (
                select array_agg(k.kb) as kbs from context.knowledge_bases k
                where k.workspace_id = $1 and k.kb_id = any($2)
            ), total as materialized (
                select coalesce(sum(d.indexed_chunks), 0) as chunks from bases b
                join context.knowledge_documents d on d.kb = any(b.kbs)
            ), hits as (
                select h.document, h.ordinal, h.rank, count(*) over (partition by w.number) as having_it
                from bases b, unnest($4::text[]::tsquery[]) with ordinality as w (word, number),
                lateral (
                    select c.document, c.ordinal, ts_rank(c.terms, w.word, 1) as rank
                    from context.knowledge_chunks c
                    join context.knowledge_documents d on d.document = c.document and d.indexed_revision = c.revision
                    where c.terms @@ w.word and array[c.kb] && b.kbs and d.metadata @> $3::text::jsonb
                    limit 2000
                ) h
            )
            select h.document, h.ordinal
            from hits h, total t
            group by h.document, h.ordinal
            order by sum(ln(1 + t.chunks::double precision / h.having_it) * h.rank) desc, h.document, h.ordinal
            limit $5
            """;
    /** Restricted to the workspace and these knowledge bases. */
    private static final String READ = """
            select c.document, c.ordinal, b.kb_id, d.document_id, d.filename, d.metadata::text, c.heading, c.content, c.embedded_by, c.vector
            from unnest($3::bigint[], $4::integer[]) as h (document, ordinal)
            join context.knowledge_documents d on d.document = h.document
            join context.knowledge_bases b on b.kb = d.kb and b.workspace_id = $1 and b.kb_id = any($2)
            join context.knowledge_chunks c
                on c.document = h.document and c.revision = d.indexed_revision and c.ordinal = h.ordinal
            """;

    private final Pool pool;

    public PostgresPassageRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<ChunkHit>> find(RetrievalScope scope, SearchQuery query, int most) {
        if (query.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        Tuple values = Tuple.of(
                scope.workspaceId(),
                scope.kbIds().toArray(String[]::new),
                scope.filters().toString(),
                query.weighed().toArray(String[]::new),
                most);
        return pool.preparedQuery(SEARCH).execute(values).map(rows -> {
            List<ChunkHit> hits = new ArrayList<>();
            rows.forEach(row -> hits.add(hit(row)));
            return hits;
        });
    }

    @Override
    public Uni<List<Passage>> read(RetrievalScope scope, List<ChunkHit> hits) {
        Tuple values = Tuple.of(
                scope.workspaceId(),
                scope.kbIds().toArray(String[]::new),
                hits.stream().map(ChunkHit::document).toArray(Long[]::new),
                hits.stream().map(ChunkHit::index).toArray(Integer[]::new));
        return pool.preparedQuery(READ).execute(values).map(rows -> {
            List<Passage> passages = new ArrayList<>();
            rows.forEach(row -> passages.add(new Passage(
                    hit(row),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    JsonColumns.object(row.getString(5)),
                    row.getString(6),
                    row.getString(7),
                    row.getString(8),
                    Vectors.of(row.getDelegate().getBuffer(9).getBytes()))));
            return passages;
        });
    }

    private static ChunkHit hit(Row row) {
        return new ChunkHit(row.getLong(0), row.getInteger(1));
    }
}
