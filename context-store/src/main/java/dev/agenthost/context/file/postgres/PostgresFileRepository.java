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
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Each question is one statement; a write is a function of the database. The bytes lie where those of artifacts do. */
public final class PostgresFileRepository implements FileRepository {
    private static final String PUT = "select outcome, " + FileRows.COLUMNS
            + " from context.put_file_v1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    private static final String FIND =
            "select " + FileRows.COLUMNS + " from context.files where workspace_id = $1 and file_key = $2";
    private static final String PAGE = "select " + FileRows.COLUMNS + """
             from context.files
            where workspace_id = $1 and ($2::timestamptz is null or (created_at, file_key) < ($2, $3))
            order by created_at desc, file_key desc limit $4
            """;
    private static final String DELETE =
            "select " + FileRows.COLUMNS + " from context.delete_file_v1($1, $2) where file_key is not null";
    private static final String NAMED = "select " + FileRows.COLUMNS + """
             from context.files f
            join unnest($2::text[]) with ordinality as n (wanted, place) on n.wanted = f.file_key
            where f.workspace_id = $1 order by n.place
            """;

    private final Pool pool;
    private final FileQuota quota;
    private final ArtifactRepository contents;

    /** @param contents whose bytes lie in the same tables */
    public PostgresFileRepository(Pool pool, FileQuota quota, ArtifactRepository contents) {
        this.pool = pool;
        this.quota = quota;
        this.contents = contents;
    }

    @Override
    public Uni<FileWrite> put(NewFile file) {
        return execute(
                        PUT,
                        file.workspaceId(),
                        file.fileKey(),
                        file.name(),
                        file.purpose().wire(),
                        file.mimeType(),
                        file.content().sha256(),
                        Buffer.buffer(file.content().bytes()),
                        file.createdBy(),
                        quota.bytes(),
                        quota.files())
                .map(rows -> outcome(rows.iterator().next()));
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
        return execute(DELETE, workspaceId, fileKey).map(FileRows::first);
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

    private static FileWrite outcome(Row row) {
        return switch (row.getString("outcome")) {
            case "kept" -> new FileWrite.Kept(FileRows.file(row), true);
            case "there" -> new FileWrite.Kept(FileRows.file(row), false);
            case "too_many_files" -> new FileWrite.TooManyFiles();
            case "too_many_bytes" -> new FileWrite.TooManyBytes();
            default -> throw new IllegalStateException("an outcome that is none");
        };
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return pool.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }
}
