package dev.agenthost.context.file.postgres;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.context.file.FilePosition;
import dev.agenthost.context.file.FileQuota;
import dev.agenthost.context.file.FileRepository;
import dev.agenthost.context.file.FileWrite;
import dev.agenthost.context.file.NewFile;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.artifact.StoredFile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores files in a table, within the workspace's quota. Their bytes are in the tables of artifacts. */
public final class PostgresFileRepository implements FileRepository {
    /** Locks the workspace, so that concurrent writers never exceed its quota together. */
    private static final String LOCK =
            "select pg_advisory_xact_lock(hashtextextended('context.files/' || $1::text, 0))";

    private static final String SAME = "select " + FileRows.COLUMNS
            + " from context.files where workspace_id = $1 and purpose = $2 and name = $3 and sha256 = $4";
    private static final String USAGE =
            "select count(*), coalesce(sum(size_bytes), 0)::bigint from context.files where workspace_id = $1";
    private static final String STORE_CONTENT = "select context.store_content_v1($1, $2, $3)";
    private static final String INSERT = """
            insert into context.files (workspace_id, file_key, name, purpose, mime_type, size_bytes, sha256, created_by)
            values ($1, $2, $3, $4, $5, $6, $7, $8) returning
            """ + FileRows.COLUMNS;
    private static final String FIND =
            "select " + FileRows.COLUMNS + " from context.files where workspace_id = $1 and file_key = $2";
    private static final String PAGE = "select " + FileRows.COLUMNS + """
             from context.files
            where workspace_id = $1 and ($2::timestamptz is null or (created_at, file_key) < ($2, $3))
            order by created_at desc, file_key desc limit $4
            """;
    private static final String DELETE =
            "delete from context.files where workspace_id = $1 and file_key = $2 returning " + FileRows.COLUMNS;
    private static final String FREE_CONTENT = "select context.free_content_v1($1, $2)";
    private static final String NAMED = "select " + FileRows.COLUMNS + """
             from context.files f
            join unnest($2::text[]) with ordinality as n (wanted, ordinal) on n.wanted = f.file_key
            where f.workspace_id = $1 order by n.ordinal
            """;

    private final Pool pool;
    private final FileQuota quota;
    private final ArtifactRepository contents;

    /** @param contents repository whose tables have the bytes */
    public PostgresFileRepository(Pool pool, FileQuota quota, ArtifactRepository contents) {
        this.pool = pool;
        this.quota = quota;
        this.contents = contents;
    }

    @Override
    public Uni<FileWrite> put(NewFile file) {
        return pool.withTransaction(connection -> execute(connection, LOCK, file.workspaceId())
                .chain(() -> execute(
                        connection,
                        SAME,
                        file.workspaceId(),
                        file.purpose().wire(),
                        file.name(),
                        file.content().sha256()))
                .chain(same -> FileRows.first(same)
                        .map(stored -> Uni.createFrom().<FileWrite>item(new FileWrite.Stored(stored, false)))
                        .orElseGet(() -> insert(connection, file))));
    }

    private Uni<FileWrite> insert(SqlClient transaction, NewFile file) {
        byte[] bytes = file.content().bytes();
        return execute(transaction, USAGE, file.workspaceId()).chain(usage -> {
            Row used = usage.iterator().next();
            if (used.getLong(0) >= quota.files()) {
                return Uni.createFrom().item(new FileWrite.TooManyFiles());
            }
            if (used.getLong(1) + bytes.length > quota.bytes()) {
                return Uni.createFrom().item(new FileWrite.TooManyBytes());
            }
            String sha256 = file.content().sha256();
            return execute(transaction, STORE_CONTENT, file.workspaceId(), sha256, Buffer.buffer(bytes))
                    .chain(() -> execute(
                            transaction,
                            INSERT,
                            file.workspaceId(),
                            file.fileKey(),
                            file.name(),
                            file.purpose().wire(),
                            file.mimeType(),
                            (long) bytes.length,
                            sha256,
                            file.createdBy()))
                    .map(rows ->
                            new FileWrite.Stored(FileRows.file(rows.iterator().next()), true));
        });
    }

    @Override
    public Uni<Optional<StoredFile>> find(String workspaceId, String fileKey) {
        return execute(FIND, workspaceId, fileKey).map(FileRows::first);
    }

    @Override
    public Uni<List<StoredFile>> page(String workspaceId, @Nullable FilePosition after, int most) {
        return execute(
                        PAGE,
                        workspaceId,
                        after == null ? null : after.createdAt().atOffset(ZoneOffset.UTC),
                        after == null ? null : after.fileKey(),
                        most)
                .map(FileRows::all);
    }

    @Override
    public Uni<Optional<StoredFile>> delete(String workspaceId, String fileKey) {
        return pool.withTransaction(connection -> execute(connection, LOCK, workspaceId)
                .chain(() -> execute(connection, DELETE, workspaceId, fileKey).map(FileRows::first))
                .call(deleted -> deleted.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : execute(
                                connection,
                                FREE_CONTENT,
                                workspaceId,
                                deleted.get().sha256())));
    }

    @Override
    public Uni<List<FileFacts>> facts(String workspaceId, List<String> fileKeys) {
        return execute(NAMED, workspaceId, fileKeys.toArray(String[]::new))
                .map(rows -> FileRows.all(rows).stream().map(StoredFile::facts).toList());
    }

    @Override
    public Uni<byte[]> bytes(String workspaceId, String sha256, ByteRange span) {
        return contents.bytes(workspaceId, sha256, span);
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return execute(pool, statement, values);
    }

    private static Uni<RowSet<Row>> execute(SqlClient client, String statement, @Nullable Object... values) {
        return client.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }
}
