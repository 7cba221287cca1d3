package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.indexing.IndexedChunk;
import dev.agenthost.context.semanticsearch.indexing.IndexingClaim;
import dev.agenthost.context.semanticsearch.indexing.IndexingTaskRepository;
import dev.agenthost.context.semanticsearch.knowledge.ChunkSizes;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeQuota;
import dev.agenthost.context.semanticsearch.vectorindex.Vectors;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Stores claims in the rows of documents: taken with {@code skip locked}, valid for a term of the database's clock, and checked by every
 * write.
 */
public final class PostgresIndexingTaskRepository implements IndexingTaskRepository {
    private static final String CHOOSE = """
            insert into context.knowledge_embedding as e (model) values ($1)
            on conflict (only_one) do update set model = excluded.model, chosen_at = clock_timestamp()
            where e.model <> excluded.model returning 1
            """;
    /** Ends the claims of replicas with an earlier model, whose vectors have no use any more. */
    private static final String CHOSEN = """
            update context.knowledge_documents
            set status = 'pending', reason = null, claim_id = null, due_at = clock_timestamp(),
                claims = case when status = 'pending' then claims else 0 end,
                revision = case when status = 'indexed' then revision + 1 else revision end
            where (status = 'indexed' and embedded_by is distinct from $1 or status = 'failed'
                    or status = 'pending' and claim_id is not null)
                and exists (select from context.knowledge_bases b where b.kb = knowledge_documents.kb and b.embedding_model is null)
            """;

    /** Finds documents that a replica of an older version, which did not know of the choice, indexed since. */
    private static final String STRAY = """
            update context.knowledge_documents
            set status = 'pending', reason = null, claim_id = null, due_at = clock_timestamp(), claims = 0, revision = revision + 1
            where status = 'indexed' and embedded_by is distinct from $1
                and exists (select from context.knowledge_embedding where model = $1)
                and exists (select from context.knowledge_bases b where b.kb = knowledge_documents.kb and b.embedding_model is null)
            """;

    /** Claims the document of {@code selected} for {@code $1} seconds; {@code $2} is the quota of chunks. */
    static final String CLAIM_SELECTED = """
            turn as (
                insert into context.knowledge_turns as t (workspace_id, served_at)
                select m.workspace_id, clock_timestamp() from selected m
                on conflict (workspace_id) do update set served_at = excluded.served_at),
            claimed as (
                update context.knowledge_documents d
                set claim_id = gen_random_uuid(), claims = d.claims + 1, due_at = clock_timestamp() + make_interval(secs => $1)
                from selected m where d.document = m.document
                returning d.claim_id, d.document, d.revision, d.mime_type, m.chunk_size, m.chunk_overlap, d.claims,
                    m.workspace_id, m.embedding_model)
            select t.claim_id, t.document, t.revision, t.mime_type, t.chunk_size, t.chunk_overlap, t.claims,
                $2::bigint - (
                    select coalesce(sum(o.indexed_chunks), 0)::bigint from context.knowledge_documents o
                    join context.knowledge_bases k on k.kb = o.kb
                    where k.workspace_id = t.workspace_id and o.document <> t.document),
                t.workspace_id, t.embedding_model
            from claimed t
            """;
    /** True if a replica has a valid claim on a document of the model of {@code %1$s}. */
    private static final String MODEL_AT_WORK = """
            exists (
                select from context.knowledge_documents h join context.knowledge_bases w on w.kb = h.kb
                where h.claim_id is not null and h.status = 'pending' and h.due_at > clock_timestamp()
                    and w.workspace_id = %1$s.workspace_id and w.embedding_model = %1$s.embedding_model)
            """;
    /** The document of a base without a model of its own, of the workspace whose turn was longest ago. */
    private static final String CLAIM = """
            with selected as materialized (
                select d.document, b.workspace_id, b.chunk_size, b.chunk_overlap, b.embedding_model
                from context.knowledge_documents d
                join context.knowledge_bases b on b.kb = d.kb
                left join context.knowledge_turns t on t.workspace_id = b.workspace_id
                where d.status = 'pending' and d.due_at <= clock_timestamp() and b.embedding_model is null
                    and coalesce((select e.model from context.knowledge_embedding e), $3) = $3
                order by t.served_at nulls first, d.due_at limit 1 for update of d skip locked),
            """ + CLAIM_SELECTED;
    /** Releases a claim if another workspace waits for the same queue and could be served. */
    private static final String YIELD_TURN = """
            update context.knowledge_documents d
            set claim_id = null, claims = d.claims - 1, due_at = clock_timestamp()
            from context.knowledge_bases b
            where d.document = $1 and d.claim_id = $2 and d.status = 'pending' and b.kb = d.kb and exists (
                select from context.knowledge_documents o join context.knowledge_bases k on k.kb = o.kb
                where o.status = 'pending' and o.due_at <= clock_timestamp() and k.workspace_id <> b.workspace_id
                    and (k.embedding_model is null) = (b.embedding_model is null)
                    and (k.embedding_model is null or exists (
                        select from context.knowledge_models m
                        where m.workspace_id = k.workspace_id and m.model_id = k.embedding_model and m.enabled and not m.deleted
                            and m.paused_until <= clock_timestamp() and not %s)))
            """.formatted(modelAtWork("k"));

    private static final String BYTES = """
            select p.bytes from context.knowledge_documents d join context.knowledge_pieces p on p.content_id = d.content_id
            where d.document = $1 and d.revision = $2 order by p.ordinal
            """;
    private static final String KNOWN = """
            select distinct on (hash) hash, vector from context.knowledge_chunks
            where document = $1 and hash = any($2) and embedded_by = $3
            """;
    private static final String EXTEND = """
            update context.knowledge_documents set due_at = clock_timestamp() + make_interval(secs => $3)
            where document = $1 and claim_id = $2 and status = 'pending' returning kb
            """;
    /** Keeps a chunk that an earlier claim stored, as it is the same, unless its vector is of another model. */
    private static final String STORE = """
            insert into context.knowledge_chunks
                (document, revision, ordinal, kb, heading, content, hash, embedded_by, vector, terms)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::tsvector)
            on conflict (document, revision, ordinal) do update set embedded_by = excluded.embedded_by, vector = excluded.vector
            where knowledge_chunks.embedded_by <> excluded.embedded_by
            """;

    /** Refuses vectors of another name than those that count: of the base's own model ('' once it is deleted), else the installation's. */
    private static final String DONE = """
            update context.knowledge_documents
            set status = 'indexed', indexed_revision = revision, indexed_chunks = $3, embedded_by = $4, claim_id = null, claims = 0,
                vector_copy_due = vector_copy_due or (indexed_revision, embedded_by) is distinct from (revision, $4)
            where document = $1 and claim_id = $2 and status = 'pending' and coalesce((
                select case when b.embedding_model is null then (select e.model from context.knowledge_embedding e)
                    else coalesce((
                        select m.vectors from context.knowledge_models m
                        where m.workspace_id = b.workspace_id and m.model_id = b.embedding_model and not m.deleted), '') end
                from context.knowledge_bases b where b.kb = knowledge_documents.kb), $4) = $4
            returning revision
            """;

    private static final String EARLIER = "delete from context.knowledge_chunks where document = $1 and revision <> $2";
    private static final String FAILED = """
            update context.knowledge_documents
            set status = 'failed', reason = $3, claim_id = null, indexed_revision = null, indexed_chunks = null,
                vector_copy_due = vector_copy_due or indexed_revision is not null
            where document = $1 and claim_id = $2 and status = 'pending' returning revision
            """;
    private static final String ALL = "delete from context.knowledge_chunks where document = $1";
    private static final String POSTPONE = """
            update context.knowledge_documents
            set claim_id = null, claims = greatest(claims - 1, 0), due_at = clock_timestamp() + interval '30 seconds'
            where document = $1 and claim_id = $2
            """;
    private static final String RELEASE = """
            update context.knowledge_documents set claim_id = null, due_at = clock_timestamp() + make_interval(secs => 5 * claims)
            where document = $1 and claim_id = $2
            """;
    private static final double MILLIS = 1000;

    private final Pool pool;
    private final double term;
    private final KnowledgeQuota quota;

    /** @param term lifetime of a claim that is not extended */
    public PostgresIndexingTaskRepository(Pool pool, Duration term, KnowledgeQuota quota) {
        this.pool = pool;
        this.term = term.toMillis() / MILLIS;
        this.quota = quota;
    }

    @Override
    public Uni<Void> choose(String model) {
        return pool.withTransaction(connection -> connection
                .preparedQuery(CHOOSE)
                .execute(Tuple.of(model))
                .chain(rows -> connection
                        .preparedQuery(rows.size() == 0 ? STRAY : CHOSEN)
                        .execute(Tuple.of(model))
                        .replaceWithVoid()));
    }

    @Override
    public Uni<Optional<IndexingClaim>> claim(String model) {
        return pool.preparedQuery(CLAIM)
                .execute(Tuple.of(term, quota.chunks(), model))
                .map(rows -> rows.size() == 0
                        ? Optional.empty()
                        : Optional.of(claim(rows.iterator().next())));
    }

    @Override
    public Uni<byte[]> bytes(IndexingClaim claim) {
        return pool.preparedQuery(BYTES)
                .execute(Tuple.of(claim.document(), claim.revision()))
                .map(rows -> {
                    List<Buffer> pieces = new ArrayList<>();
                    rows.forEach(row -> pieces.add(row.getDelegate().getBuffer(0)));
                    byte[] bytes =
                            new byte[pieces.stream().mapToInt(Buffer::length).sum()];
                    int at = 0;
                    for (Buffer piece : pieces) {
                        piece.getBytes(bytes, at);
                        at += piece.length();
                    }
                    return bytes;
                });
    }

    @Override
    public Uni<Map<String, float[]>> known(IndexingClaim claim, String model, List<String> hashes) {
        return pool.preparedQuery(KNOWN)
                .execute(Tuple.of(claim.document(), hashes.toArray(String[]::new), model))
                .map(rows -> {
                    Map<String, float[]> known = new HashMap<>();
                    rows.forEach(row -> known.put(
                            row.getString(0),
                            Vectors.of(row.getDelegate().getBuffer(1).getBytes())));
                    return known;
                });
    }

    @Override
    public Uni<Boolean> extend(IndexingClaim claim) {
        return pool.preparedQuery(EXTEND)
                .execute(Tuple.of(claim.document(), claim.claimId(), term))
                .map(rows -> rows.size() > 0);
    }

    @Override
    public Uni<Boolean> yieldTurn(IndexingClaim claim) {
        return pool.preparedQuery(YIELD_TURN)
                .execute(Tuple.of(claim.document(), claim.claimId()))
                .map(rows -> rows.rowCount() > 0);
    }

    @Override
    public Uni<Boolean> store(IndexingClaim claim, String model, List<IndexedChunk> chunks) {
        return ifClaimed(EXTEND, Tuple.of(claim.document(), claim.claimId(), term), connection -> locked -> {
            long base = locked.getLong(0);
            return chunks.isEmpty()
                    ? Uni.createFrom().voidItem()
                    : connection
                            .preparedQuery(STORE)
                            .executeBatch(chunks.stream()
                                    .map(chunk -> values(claim, base, model, chunk))
                                    .toList())
                            .replaceWithVoid();
        });
    }

    @Override
    public Uni<Boolean> done(IndexingClaim claim, String model, int chunks) {
        return ifClaimed(
                DONE,
                Tuple.of(claim.document(), claim.claimId(), chunks, model),
                connection -> done -> connection
                        .preparedQuery(EARLIER)
                        .execute(Tuple.of(claim.document(), done.getLong(0)))
                        .replaceWithVoid());
    }

    @Override
    public Uni<Boolean> failed(IndexingClaim claim, String reason) {
        return ifClaimed(
                FAILED,
                Tuple.of(claim.document(), claim.claimId(), reason),
                connection -> failed -> connection
                        .preparedQuery(ALL)
                        .execute(Tuple.of(claim.document()))
                        .replaceWithVoid());
    }

    @Override
    public Uni<Void> postpone(IndexingClaim claim) {
        return pool.preparedQuery(POSTPONE)
                .execute(Tuple.of(claim.document(), claim.claimId()))
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> release(IndexingClaim claim) {
        return pool.preparedQuery(RELEASE)
                .execute(Tuple.of(claim.document(), claim.claimId()))
                .replaceWithVoid();
    }

    /** Runs in one transaction, which locks the document's row first; does nothing if the claim is no longer valid. */
    private Uni<Boolean> ifClaimed(String first, Tuple values, Function<SqlConnection, Function<Row, Uni<Void>>> then) {
        return pool.withTransaction(connection -> connection
                .preparedQuery(first)
                .execute(values)
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(false)
                        : then.apply(connection).apply(rows.iterator().next()).replaceWith(true)));
    }

    private static Tuple values(IndexingClaim claim, long base, String model, IndexedChunk chunk) {
        return Tuple.from(Arrays.asList(
                claim.document(),
                claim.revision(),
                chunk.index(),
                base,
                chunk.heading(),
                chunk.content(),
                chunk.hash(),
                model,
                Buffer.buffer(Vectors.bytes(chunk.vector())),
                chunk.terms()));
    }

    static String modelAtWork(String base) {
        return MODEL_AT_WORK.formatted(base);
    }

    /** Reads the columns that both claims begin with. */
    public static IndexingClaim claim(Row row) {
        return new IndexingClaim(
                row.getUUID(0),
                row.getLong(1),
                row.getLong(2),
                DocumentKind.of(row.getString(3)).orElseThrow(),
                new ChunkSizes(row.getInteger(4), row.getInteger(5)),
                row.getInteger(6),
                row.getLong(7));
    }
}
