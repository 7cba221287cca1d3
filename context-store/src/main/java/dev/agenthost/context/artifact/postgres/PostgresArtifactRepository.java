package dev.agenthost.context.artifact.postgres;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ArtifactWrite;
import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.context.artifact.NewArtifact;
import dev.agenthost.context.artifact.NoObjectStore;
import dev.agenthost.context.artifact.ObjectStore;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Each read is one statement; a write is a function of the database. */
public final class PostgresArtifactRepository implements ArtifactRepository {
    private static final String PUT = """
            select outcome, created, expires from context.put_artifact_v1(
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
            """;
    private static final String OF_RUN = ArtifactRows.SELECT + "and run_id = $3";
    /** Condition of the artifacts that a run sees; {@code $3} to {@code $9} identify the run. */
    static final String VISIBLE = """
            and (run_id = $3 or case scope
                when 'conversation' then bot_id = $4 and conversation_id = $5 and thread_id = $6
                when 'binding' then bot_id in ($4, '*') and scope_key = $7
                when 'actor' then bot_id = $4 and scope_key = $8
                when 'subject' then bot_id = $4 and scope_key = $9
                else scope = 'workspace' end)
            """;

    private static final String ITS_OWN_FIRST = """
            (run_id = $3) desc, coalesce(bot_id = $4 and conversation_id = $5 and thread_id = $6, false) desc, created_at desc
            """;
    private static final String FIND_VISIBLE = ArtifactRows.SELECT + VISIBLE + "order by " + ITS_OWN_FIRST + " limit 1";
    private static final String ALL_VISIBLE =
            ArtifactRows.SELECT_FIRSTS + VISIBLE + "order by artifact_id, " + ITS_OWN_FIRST;
    private static final String ANY = ArtifactRows.SELECT + """
            and ($3::uuid is null or run_id = $3) order by created_at desc limit 1
            """;
    private static final String OF_BOTS = ArtifactRows.SELECT + """
            and ($3::uuid is null or run_id = $3) and bot_id = any ($4) order by created_at desc limit 1
            """;
    /** Reads the requested part of each chunk. */
    private static final String BYTES = """
            select o.object, substring(c.bytes from w.first + 1 for w.after - w.first)
            from context.artifact_contents o
            left join context.artifact_chunks c on c.workspace_id = o.workspace_id and c.sha256 = o.sha256
                and c.ordinal between ($3::bigint / 262144)::integer and (($4::bigint - 1) / 262144)::integer
            left join lateral (select greatest($3::bigint - c.ordinal::bigint * 262144, 0)::integer as first,
                    least($4::bigint - c.ordinal::bigint * 262144, 262144)::integer as after) w on true
            where o.workspace_id = $1 and o.sha256 = $2
            order by c.ordinal
            """;

    private static final double MILLIS = 1000;

    private final Pool pool;
    private final ExpiredArtifactQueries expired;
    private final Duration ttl;

    private final ObjectStore objects;
    private final long quota;

    /** @param ttl lifetime of an artifact */
    public PostgresArtifactRepository(Pool pool, Duration ttl) {
        this(pool, ttl, new NoObjectStore(), Long.MAX_VALUE);
    }

    /**
     * @param objects store of the bytes that moved there
     * @param quota bytes of all artifacts and unfinished uploads of a workspace
     */
    public PostgresArtifactRepository(Pool pool, Duration ttl, ObjectStore objects, long quota) {
        if (!ttl.isPositive()) {
            throw new IllegalArgumentException("agenthost.artifacts.ttl must be a time");
        }
        this.pool = pool;
        this.expired = new ExpiredArtifactQueries(pool);
        this.ttl = ttl;
        this.objects = objects;
        this.quota = quota;
    }

    @Override
    public Uni<ArtifactWrite> put(WriteClaim claim, NewArtifact artifact) {
        ArtifactOwner owner = artifact.owner();
        return execute(
                        PUT,
                        claim.workspaceId(),
                        claim.runId(),
                        claim.attempt(),
                        claim.operationId(),
                        owner.botId(),
                        owner.conversationId(),
                        thread(owner),
                        artifact.runnerId().toString(),
                        artifact.artifactId(),
                        artifact.artifactType(),
                        artifact.mimeType(),
                        artifact.name(),
                        artifact.content().sha256(),
                        artifact.metadata().toString(),
                        Buffer.buffer(artifact.content().bytes()),
                        ttl.toMillis() / MILLIS,
                        artifact.scope().wire(),
                        artifact.scope().key(owner),
                        artifact.summary(),
                        quota)
                .map(rows -> outcome(rows.iterator().next(), artifact))
                .onFailure(PostgresArtifactRepository::blamesData)
                .recoverWithItem(new ArtifactWrite.Invalid());
    }

    @Override
    public Uni<Optional<ArtifactMetadata>> madeBy(ArtifactOwner run, String artifactId) {
        return execute(OF_RUN, run.workspaceId(), artifactId, run.runId().value())
                .map(ArtifactRows::first);
    }

    @Override
    public Uni<Optional<ArtifactMetadata>> visibleTo(ArtifactOwner reader, String artifactId) {
        return visible(FIND_VISIBLE, reader, artifactId).map(ArtifactRows::first);
    }

    @Override
    public Uni<Map<String, ArtifactMetadata>> visibleTo(ArtifactOwner reader, List<String> artifactIds) {
        return artifactIds.isEmpty()
                ? Uni.createFrom().item(Map.of())
                : visible(ALL_VISIBLE, reader, artifactIds.toArray(String[]::new))
                        .map(ArtifactRows::byId);
    }

    private Uni<RowSet<Row>> visible(String statement, ArtifactOwner reader, Object ids) {
        return pool.preparedQuery(statement).execute(visibility(reader, ids));
    }

    /** Returns the values of a statement with {@link #VISIBLE}. */
    static Tuple visibility(ArtifactOwner reader, Object ids) {
        return Tuple.from(Arrays.asList(
                reader.workspaceId(),
                ids,
                reader.runId().value(),
                reader.botId(),
                reader.conversationId(),
                thread(reader),
                reader.bindingId(),
                reader.actorId(),
                reader.subject()));
    }

    @Override
    public Uni<Boolean> hasExpired(ArtifactOwner reader, String artifactId) {
        return expired.visibleTo(reader, artifactId);
    }

    @Override
    public Uni<Boolean> hasExpired(String workspaceId, String artifactId, @Nullable UUID runId) {
        return expired.inWorkspace(workspaceId, artifactId, runId);
    }

    @Override
    public Uni<Optional<ArtifactMetadata>> inWorkspace(String workspaceId, String artifactId, @Nullable UUID runId) {
        return execute(ANY, workspaceId, artifactId, runId).map(ArtifactRows::first);
    }

    @Override
    public Uni<Optional<ArtifactMetadata>> ofBots(
            String workspaceId, String artifactId, @Nullable UUID runId, Set<String> bots) {
        return execute(OF_BOTS, workspaceId, artifactId, runId, bots.toArray(String[]::new))
                .map(ArtifactRows::first);
    }

    @Override
    public Uni<byte[]> bytes(String workspaceId, String sha256, ByteRange span) {
        if (span.length() == 0) {
            return Uni.createFrom().item(new byte[0]);
        }
        return execute(BYTES, workspaceId, sha256, span.from(), span.to()).chain(rows -> {
            Buffer bytes = Buffer.buffer();
            for (Row row : rows) {
                String object = row.getString(0);
                if (object != null) {
                    return objects.read(object, span.from(), span.to());
                }
                Buffer some = row.getDelegate().getBuffer(1);
                if (some != null) {
                    bytes.appendBuffer(some);
                }
            }
            return Uni.createFrom().item(bytes.getBytes());
        });
    }

    private static ArtifactWrite outcome(Row row, NewArtifact artifact) {
        return switch (row.getString(0)) {
            case "stored" -> new ArtifactWrite.Stored(artifact.stored(time(row, 1), time(row, 2)));
            case "fenced" -> new ArtifactWrite.Fenced();
            case "id_conflict" -> new ArtifactWrite.IdConflict();
            case "expired" -> new ArtifactWrite.Expired();
            case "quota_exceeded" -> new ArtifactWrite.Full();
            default -> throw new IllegalStateException("unknown outcome");
        };
    }

    private static Instant time(Row row, int column) {
        OffsetDateTime time = row.getOffsetDateTime(column);
        return time.toInstant();
    }

    private static String thread(ArtifactOwner owner) {
        String thread = owner.threadId();
        return thread == null ? "" : thread;
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return pool.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }

    private static boolean blamesData(Throwable why) {
        return why instanceof PgException refusal
                && refusal.getSqlState() != null
                && (refusal.getSqlState().startsWith("22")
                        || refusal.getSqlState().startsWith("54"));
    }
}
