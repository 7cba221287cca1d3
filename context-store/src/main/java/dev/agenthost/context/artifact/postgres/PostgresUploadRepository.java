package dev.agenthost.context.artifact.postgres;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.context.artifact.NewUpload;
import dev.agenthost.context.artifact.Upload;
import dev.agenthost.context.artifact.UploadLimits;
import dev.agenthost.context.artifact.UploadRepository;
import dev.agenthost.context.artifact.UploadStartOutcome;
import dev.agenthost.context.artifact.UploadStep;
import dev.agenthost.context.artifact.Uploader;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores uploads in a table; starting and finishing one are functions of the database. The bytes are in the tables of artifacts. */
public final class PostgresUploadRepository implements UploadRepository {
    private static final String BEGIN = """
            select context.begin_upload_v1(
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
            """;
    private static final String FIND = """
            select artifact_id, mime_type, name, sha256, size_bytes, received, finished, expires_at
            from context.artifact_uploads
            where workspace_id = $1 and upload_id = $2 and uploader = $3 and expires_at > now()
            """;
    private static final String EXPECTS = """
            u.upload_id = $2 and u.workspace_id = $1 and not u.finished and u.expires_at > now()
                and u.received = $3 and u.received + $4 < u.size_bytes
            """;

    /**
     * A piece that ends within a chunk makes the next piece write that chunk again, 256 KiB at most: so there may be one piece for each
     * 64 KiB, and 256 more.
     */
    private static final String RECEIVE =
            "update context.artifact_uploads u set received = u.received + $4, pieces = u.pieces + 1 where " + EXPECTS
                    + "and u.pieces < 256 + (u.received + $4) / 65536";

    private static final String APPEND = "select context.add_chunks_v1($1, $2, $3, $4)";
    private static final String EXPECTED =
            "select exists (select from context.artifact_uploads u where " + EXPECTS + ")";
    private static final String FINISH = "select context.finish_upload_v1($1, $2, $3, $4, $5, $6, $7)";
    private static final String DROP = """
            with gone as (
                delete from context.artifact_uploads u
                where u.workspace_id = $1 and u.upload_id = $2 and u.uploader = $3
                returning u.workspace_id, u.upload_id),
            contents as (
                delete from context.artifact_contents c using gone g
                where c.workspace_id = g.workspace_id and c.sha256 = 'upload/' || g.upload_id)
            select exists (select from gone)
            """;
    private static final double MILLIS = 1000;

    private final Pool pool;
    private final ArtifactRepository contents;
    private final UploadLimits limits;
    private final Duration ttl;

    /**
     * @param contents repository whose tables have the bytes
     * @param ttl lifetime of an artifact
     */
    public PostgresUploadRepository(Pool pool, ArtifactRepository contents, UploadLimits limits, Duration ttl) {
        this.pool = pool;
        this.contents = contents;
        this.limits = limits;
        this.ttl = ttl;
    }

    @Override
    public Uni<UploadStartOutcome> begin(NewUpload upload) {
        ArtifactOwner owner = upload.owner();
        Uploader.@Nullable Attempt attempt = upload.uploader() instanceof Uploader.Attempt run ? run : null;
        return execute(
                        BEGIN,
                        upload.uploadId(),
                        owner.workspaceId(),
                        upload.uploader().name(),
                        owner.runId().value(),
                        attempt == null ? null : attempt.attempt(),
                        owner.botId(),
                        owner.conversationId(),
                        owner.threadId() == null ? "" : owner.threadId(),
                        attempt == null ? "" : attempt.runnerId().toString(),
                        upload.artifactId(),
                        upload.artifactType(),
                        upload.scope().wire(),
                        upload.scope().key(owner),
                        upload.declared(),
                        upload.name(),
                        upload.sha256(),
                        upload.metadata().toString(),
                        upload.size(),
                        limits.quotaBytes(),
                        limits.mostOpen(),
                        limits.timeout().toMillis() / MILLIS,
                        upload.summary(),
                        (double) limits.runsBytesPerMinute())
                .map(rows -> started(rows.iterator().next().getString(0)))
                .onFailure(PostgresUploadRepository::blamesData)
                .recoverWithItem(new UploadStartOutcome.Invalid());
    }

    @Override
    public Uni<Optional<Upload>> find(Uploader uploader, UUID uploadId) {
        return execute(FIND, uploader.workspaceId(), uploadId, uploader.name())
                .map(rows -> rows.rowCount() == 0
                        ? Optional.empty()
                        : Optional.of(upload(
                                uploader.workspaceId(),
                                uploadId,
                                rows.iterator().next())));
    }

    @Override
    public Uni<UploadStep> append(Upload upload, long offset, byte[] bytes) {
        Tuple piece = Tuple.of(upload.workspaceId(), upload.uploadId(), offset, (long) bytes.length);
        return pool.withTransaction(connection -> connection
                .preparedQuery(RECEIVE)
                .execute(piece)
                .chain(received -> received.rowCount() == 0
                        ? connection.preparedQuery(EXPECTED).execute(piece).map(PostgresUploadRepository::refused)
                        : connection
                                .preparedQuery(APPEND)
                                .execute(Tuple.of(upload.workspaceId(), upload.content(), offset, Buffer.buffer(bytes)))
                                .replaceWith(new UploadStep.At(offset + bytes.length))));
    }

    private static UploadStep refused(RowSet<Row> expected) {
        return expected.iterator().next().getBoolean(0) ? new UploadStep.TooSmall() : new UploadStep.OffsetMismatch();
    }

    @Override
    public Uni<UploadStep> finish(Upload upload, long offset, byte[] bytes, String sha256, String mimeType) {
        return execute(
                        FINISH,
                        upload.workspaceId(),
                        upload.uploadId(),
                        offset,
                        Buffer.buffer(bytes),
                        sha256,
                        mimeType,
                        ttl.toMillis() / MILLIS)
                .map(rows -> finished(rows.iterator().next().getString(0)));
    }

    @Override
    public Uni<Boolean> drop(Uploader uploader, UUID uploadId) {
        return execute(DROP, uploader.workspaceId(), uploadId, uploader.name())
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    @Override
    public Uni<byte[]> bytes(Upload upload, ByteRange span) {
        return contents.bytes(upload.workspaceId(), upload.content(), span);
    }

    private static Upload upload(String workspaceId, UUID uploadId, Row row) {
        return new Upload(
                uploadId,
                workspaceId,
                row.getString(0),
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getLong(4),
                row.getLong(5),
                row.getBoolean(6),
                row.getOffsetDateTime(7).toInstant());
    }

    private static UploadStartOutcome started(String outcome) {
        return switch (outcome) {
            case "started" -> new UploadStartOutcome.Started();
            case "fenced" -> new UploadStartOutcome.Fenced();
            case "too_many_uploads" -> new UploadStartOutcome.TooMany();
            case "rate_exceeded" -> new UploadStartOutcome.RateExceeded();
            case "quota_exceeded" -> new UploadStartOutcome.Full();
            default -> throw new IllegalStateException("unknown outcome");
        };
    }

    private static UploadStep finished(String outcome) {
        return switch (outcome) {
            case "stored" -> new UploadStep.Finished();
            case "offset_mismatch" -> new UploadStep.OffsetMismatch();
            case "fenced" -> new UploadStep.Fenced();
            case "id_conflict" -> new UploadStep.IdConflict();
            default -> throw new IllegalStateException("unknown outcome");
        };
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
