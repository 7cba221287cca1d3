package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.transcript.EntryClaim;
import dev.agenthost.context.semanticsearch.transcript.EntryEmbeddingTaskRepository;
import dev.agenthost.context.semanticsearch.transcript.EntryRange;
import dev.agenthost.context.semanticsearch.transcript.EntryVector;
import dev.agenthost.context.semanticsearch.transcript.WaitingEntry;
import dev.agenthost.context.semanticsearch.vectorindex.Vectors;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Claims are rows, one for each conversation: taken with {@code skip locked}, ended by compare-and-set, and valid for a term of the
 * database's clock. Writers mark waiting conversations, so that a query finds them by an index.
 */
public final class PostgresEntryEmbeddingTaskRepository implements EntryEmbeddingTaskRepository {
    private static final int DELETED_AT_ONCE = 2_000;

    /**
     * Reads the beginning of an index for each workspace, whatever its number of conversations. The order by clauses choose the index:
     * without them a generic plan expects any row to match, and scans all if none does.
     */
    static final String WAITING = """
            select s.workspace_id
            from context.search_settings s
            cross join lateral (
                select min(w.rank) as rank from (
                    (select 0 as rank from context.conversations c
                     where c.workspace_id = s.workspace_id and c.vectors_due < 'infinity' and coalesce((
                        select m.due_at from context.vectored_conversations m where m.conversation = c.id), '-infinity') <= now()
                     order by c.vectors_due limit 1)
                    union all
                    (select 1 from context.conversations c
                     where c.workspace_id = s.workspace_id and c.vectors_due >= 'infinity' and coalesce((
                        select m.due_at from context.vectored_conversations m where m.conversation = c.id), '-infinity') <= now()
                     order by c.vectors_due limit 1)
                    union all
                    (select 2 from context.vectored_conversations m
                     where m.workspace_id = s.workspace_id and m.bottom > 0 and m.due_at <= now()
                     order by m.due_at limit 1)
                    union all
                    (select 2 from context.vectored_conversations m
                     where m.workspace_id = s.workspace_id and m.model < $1 and m.due_at <= now()
                     order by m.model desc, m.conversation desc limit 1)
                    union all
                    (select 2 from context.vectored_conversations m
                     where m.workspace_id = s.workspace_id and m.model > $1 and m.due_at <= now()
                     order by m.model desc, m.conversation desc limit 1)) w) r
            where s.by_meaning and r.rank is not null
                and coalesce((select e.model from context.knowledge_embedding e), $1) = $1
            order by r.rank, random()
            """;

    private static final String ALLOWED = """
            select exists (select from context.search_settings s where s.workspace_id = $1 and s.by_meaning)
                and not exists (select from context.knowledge_embedding e where e.model <> $2)
            """;
    private static final String LAST = "select c.last_transcript_seq from context.conversations c where c.id = $1";
    /** A conversation without progress, or with that of another model, has only older entries. */
    private static final String CLAIM = """
            insert into context.vectored_conversations as m (conversation, workspace_id, model, top, bottom, claim_id, due_at)
            values ($1, $2, $3, $4, $4, $5, clock_timestamp() + make_interval(secs => $6))
            on conflict (conversation) do update
                set claim_id = excluded.claim_id, due_at = excluded.due_at, model = excluded.model,
                    top = case when m.model = excluded.model then m.top else excluded.top end,
                    bottom = case when m.model = excluded.model then m.bottom else excluded.bottom end
                where m.due_at <= clock_timestamp()
            returning m.top, m.bottom
            """;

    private static final String READ = """
            select t.seq, left(t.content, $5), hashtextextended(t.content, 0)
            from context.transcript t
            left join context.entry_vectors v on v.conversation = t.conversation and v.seq = t.seq and v.model = $4
            where t.conversation = $1 and t.seq > $2 and t.seq <= $3 and v.seq is null
                and t.item_type = 'message' and t.content <> ''
            order by t.seq %s limit $6
            """;
    private static final String NEW = READ.formatted("asc");
    private static final String OLDER = READ.formatted("desc");
    private static final String MOVE = """
            update context.vectored_conversations m
            set top = $5, bottom = $6, claim_id = null, due_at = clock_timestamp()
            from context.search_settings s
            where m.conversation = $1 and m.claim_id = $2 and m.top = $3 and m.bottom = $4 and m.model = $7
                and s.workspace_id = m.workspace_id and s.by_meaning
                and coalesce((select e.model from context.knowledge_embedding e), $7) = $7
            """;
    /** Locked until the commit, so that a rebuild of an entry sees the vector of its previous text, and deletes it. */
    private static final String STORE = """
            insert into context.entry_vectors (conversation, seq, model, vector)
            select t.conversation, t.seq, $4, $5 from context.transcript t
            where t.conversation = $1 and t.seq = $2 and hashtextextended(t.content, 0) = $3 for share
            on conflict (conversation, seq) do update set model = excluded.model, vector = excluded.vector
            """;

    private static final String LOCK_WAITING =
            "select 1 from context.conversations c where c.id = $1 and c.vectors_due is not null for no key update";
    /** Follows the lock of the conversation, so that no concurrent message is missed. */
    private static final String SETTLE = """
            update context.conversations c
            set vectors_due = case when m.top is null then 'infinity'::timestamptz when m.top < c.last_transcript_seq then clock_timestamp() end
            from (select $1::bigint as id) k left join context.vectored_conversations m on m.conversation = k.id
            where c.id = k.id
            """;

    private static final String POSTPONE = """
            update context.vectored_conversations m set claim_id = null, due_at = clock_timestamp() + interval '30 seconds'
            where m.conversation = $1 and m.claim_id = $2
            """;
    private static final String OFF = """
            select m.conversation
            from context.search_settings s join context.vectored_conversations m on m.workspace_id = s.workspace_id
            where not s.by_meaning limit 1 for update of m skip locked
            """;
    /** Restarts a conversation, so that all its entries are read again if the search is turned on before all vectors are deleted. */
    private static final String AGAIN = """
            update context.vectored_conversations m set bottom = m.top where m.conversation = $1
            """;

    private static final String FREE = """
            delete from context.entry_vectors v
            where v.conversation = $1 and v.seq = any (array(
                select o.seq from context.entry_vectors o where o.conversation = $1 order by o.seq limit $2))
            """;
    private static final String LOCK = "select 1 from context.conversations c where c.id = $1 for no key update";
    private static final String FORGET = """
            with gone as (
                delete from context.vectored_conversations m
                where m.conversation = $1
                    and not exists (select from context.entry_vectors v where v.conversation = $1)
                    and not exists (select from context.search_settings s where s.workspace_id = m.workspace_id and s.by_meaning)
                returning m.conversation)
            update context.conversations c set vectors_due = 'infinity' from gone g
            where c.id = g.conversation and c.vectors_due is null
            """;
    private static final double MILLIS = 1000;

    private final Pool pool;
    private final double term;

    /** @param term lifetime of a claim that is not extended */
    public PostgresEntryEmbeddingTaskRepository(Pool pool, Duration term) {
        this.pool = pool;
        this.term = term.toMillis() / MILLIS;
    }

    @Override
    public Uni<List<String>> waiting(String model) {
        return pool.preparedQuery(WAITING).execute(Tuple.of(model)).map(rows -> {
            List<String> waiting = new ArrayList<>();
            rows.forEach(row -> waiting.add(row.getString(0)));
            return waiting;
        });
    }

    @Override
    public Uni<Optional<EntryClaim>> claim(String workspaceId, String model) {
        return pool.withTransaction(connection -> claim(connection, workspaceId, model, term));
    }

    /** Claims nothing where no conversation is left, the workspace switched the search off, or another model was chosen. */
    static Uni<Optional<EntryClaim>> claim(SqlClient transaction, String workspaceId, String model, double term) {
        return transaction
                .preparedQuery(ALLOWED)
                .execute(Tuple.of(workspaceId, model))
                .chain(allowed -> allowed.iterator().next().getBoolean(0)
                        ? next(transaction, workspaceId, model, term)
                        : Uni.createFrom().item(Optional.empty()));
    }

    private static Uni<Optional<EntryClaim>> next(
            SqlClient transaction, String workspaceId, String model, double term) {
        return NextConversationQuery.find(transaction, workspaceId, model).chain(next -> {
            if (next.isEmpty()) {
                return Uni.createFrom().item(Optional.empty());
            }
            return claim(transaction, next.get(), workspaceId, model, term)
                    // A conversation that another replica has claimed is skipped by the next query.
                    .chain(claimed -> claimed.isPresent()
                            ? Uni.createFrom().item(claimed)
                            : next(transaction, workspaceId, model, term));
        });
    }

    private static Uni<Optional<EntryClaim>> claim(
            SqlClient transaction, long conversation, String workspaceId, String model, double term) {
        UUID claim = UUID.randomUUID();
        return transaction.preparedQuery(LAST).execute(Tuple.of(conversation)).chain(found -> {
            if (found.size() == 0) {
                return Uni.createFrom().item(Optional.empty());
            }
            long last = found.iterator().next().getLong(0);
            return transaction
                    .preparedQuery(CLAIM)
                    .execute(Tuple.of(conversation, workspaceId, model, last, claim, term))
                    .map(rows -> {
                        for (Row row : rows) {
                            return Optional.of(
                                    new EntryClaim(claim, conversation, last, row.getLong(0), row.getLong(1)));
                        }
                        return Optional.empty();
                    });
        });
    }

    @Override
    public Uni<List<WaitingEntry>> read(EntryClaim claim, EntryRange stretch, String model) {
        return pool.preparedQuery(stretch.isNew() ? NEW : OLDER)
                .execute(Tuple.of(
                        claim.conversation(),
                        stretch.above(),
                        stretch.last(),
                        model,
                        WaitingEntry.READ_LIMIT,
                        EntryRange.MOST))
                .map(rows -> {
                    List<WaitingEntry> entries = new ArrayList<>();
                    rows.forEach(
                            row -> entries.add(new WaitingEntry(row.getLong(0), row.getString(1), row.getLong(2))));
                    return entries;
                });
    }

    @Override
    public Uni<Boolean> store(EntryClaim claim, String model, List<EntryVector> entries, EntryRange.Bounds bounds) {
        Tuple move = Tuple.tuple()
                .addLong(claim.conversation())
                .addUUID(claim.claimId())
                .addLong(claim.top())
                .addLong(claim.bottom())
                .addLong(bounds.top())
                .addLong(bounds.bottom())
                .addString(model);
        return pool.withTransaction(connection -> connection
                        .preparedQuery(MOVE)
                        .execute(move)
                        .chain(moved -> moved.rowCount() == 0
                                ? Uni.createFrom().item(false)
                                : vectors(connection, claim, model, entries).replaceWith(true)))
                .call(stored ->
                        stored ? settle(claim.conversation()) : Uni.createFrom().voidItem());
    }

    private Uni<Void> settle(long conversation) {
        Tuple values = Tuple.of(conversation);
        return pool.withTransaction(connection -> connection
                .preparedQuery(LOCK_WAITING)
                .execute(values)
                .chain(waiting -> waiting.size() == 0
                        ? Uni.createFrom().voidItem()
                        : connection.preparedQuery(SETTLE).execute(values).replaceWithVoid()));
    }

    private static Uni<Void> vectors(
            SqlConnection connection, EntryClaim claim, String model, List<EntryVector> entries) {
        return entries.isEmpty()
                ? Uni.createFrom().voidItem()
                : connection
                        .preparedQuery(STORE)
                        .executeBatch(entries.stream()
                                .map(entry -> Tuple.of(
                                        claim.conversation(),
                                        entry.seq(),
                                        entry.hash(),
                                        model,
                                        Buffer.buffer(Vectors.bytes(entry.vector()))))
                                .toList())
                        .replaceWithVoid();
    }

    @Override
    public Uni<Void> postpone(EntryClaim claim) {
        return pool.preparedQuery(POSTPONE)
                .execute(Tuple.of(claim.conversation(), claim.claimId()))
                .replaceWithVoid();
    }

    @Override
    public Uni<Boolean> free() {
        return pool.withTransaction(
                        connection -> connection.query(OFF).execute().chain(rows -> {
                            for (Row row : rows) {
                                return freed(connection, row.getLong(0)).replaceWith(Optional.of(row.getLong(0)));
                            }
                            return Uni.createFrom().item(Optional.<Long>empty());
                        }))
                .call(freed -> freed.isEmpty() ? Uni.createFrom().voidItem() : forget(freed.get()))
                .map(Optional::isPresent);
    }

    /** Locks the conversation before its progress, as every transaction does. */
    private Uni<Void> forget(long conversation) {
        Tuple values = Tuple.of(conversation);
        return pool.withTransaction(connection -> connection
                .preparedQuery(LOCK)
                .execute(values)
                .chain(() -> connection.preparedQuery(FORGET).execute(values))
                .replaceWithVoid());
    }

    private static Uni<RowSet<Row>> freed(SqlConnection connection, long conversation) {
        return connection.preparedQuery(AGAIN).execute(Tuple.of(conversation)).chain(() -> connection
                .preparedQuery(FREE)
                .execute(Tuple.of(conversation, DELETED_AT_ONCE)));
    }
}
