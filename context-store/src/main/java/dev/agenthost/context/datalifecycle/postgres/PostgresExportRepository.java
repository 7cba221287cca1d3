package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.ExportPart;
import dev.agenthost.context.datalifecycle.ExportRepository;
import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.context.transcript.postgres.EntryRows;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Reads keyset pages of at most a hundred rows and about four megabytes, or one row that is larger. The database makes the lines. */
@Singleton
public final class PostgresExportRepository implements ExportRepository {
    /** Reads the next thread. */
    private static final String NEXT = """
            select c.id, c.thread_id, c.last_event_seq, c.last_transcript_seq from context.conversations c
            where c.workspace_id = $1 and c.bot_id = $2 and c.conversation_id = $3
                and ($4::text is null or c.thread_id = $4) and c.id > $5
            order by c.id limit 1
            """;

    private static final String PAGE = """
            select p.seq, p.line from (
                select r.*, sum(octet_length(r.line)) over (order by r.seq) as so_far,
                    row_number() over (order by r.seq) as nth
                from (%s) r) p
            where p.so_far <= 4194304 or p.nth = 1
            order by p.seq
            """;
    private static final String LOG = PAGE.formatted("""
            select l.seq, json_build_object(
                'type', 'event', 'kind', l.kind, 'event_type', l.type, 'seq', l.seq, 'thread_id', nullif($4, ''),
                'event_id', l.event_id, 'run_id', l.run_id, 'attempt', l.attempt, 'sequence', l.sequence, 'at', l.at,
                'logged_at', l.logged_at, 'data', l.data, 'usage', l.usage)::text as line
            from context.event_log l
            where l.conversation = $1 and l.seq > $2 and l.seq <= $3 order by l.seq limit 100
            """);
    private static final String TRANSCRIPT = PAGE.formatted("""
            select t.seq, json_build_object(
                'type', 'transcript', 'seq', t.seq, 'thread_id', nullif($4, ''), 'transcript_id', t.transcript_id,
                'event_id', t.event_id, 'run_id', t.run_id, 'role', t.role, 'item_type', t.item_type,
                'content', t.content, 'content_json', t.content_json, 'artifact_refs', t.artifact_refs, 'at', t.at,
                'metadata', %s)::text as line
            from context.transcript t
            where t.conversation = $1 and t.seq > $2 and t.seq <= $3 order by t.seq limit 100
            """.formatted(EntryRows.METADATA));
    private static final String ARTIFACTS = """
            select a.run_id, a.artifact_id, json_build_object(
                'type', 'artifact', 'artifact_id', a.artifact_id, 'run_id', a.run_id, 'thread_id', nullif(a.thread_id, ''),
                'runner_id', a.runner_id, 'artifact_type', a.artifact_type, 'mime_type', a.mime_type, 'name', a.name,
                'size_bytes', a.size_bytes, 'sha256', a.sha256, 'scope', a.scope, 'summary', a.summary, 'metadata', a.metadata, 'created_at', a.created_at,
                'expires_at', a.expires_at)::text
            from context.artifacts a
            where a.workspace_id = $1 and a.bot_id = $2 and a.conversation_id = $3
                and md5(a.conversation_id) = md5($3) and ($4::text is null or a.thread_id = $4)
                and a.expires_at > now() and (a.run_id, a.artifact_id) > ($5, $6)
            order by a.run_id, a.artifact_id limit 100
            """;

    private final Pool pool;

    public PostgresExportRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Multi<ExportPart> read(ConversationScope conversation) {
        return Multi.createBy()
                .concatenating()
                .streams(
                        threads(conversation).onItem().transformToMultiAndConcatenate(this::thread),
                        artifacts(conversation));
    }

    private Multi<Row> threads(ConversationScope conversation) {
        AtomicLong position = new AtomicLong();
        return Multi.createBy()
                .repeating()
                .uni(() -> pool.preparedQuery(NEXT)
                        .execute(in(conversation).addLong(position.get()))
                        .invoke(rows -> rows.forEach(row -> position.set(row.getLong(0)))))
                .whilst(rows -> rows.size() > 0)
                .filter(rows -> rows.size() > 0)
                .map(rows -> rows.iterator().next());
    }

    private Multi<ExportPart> thread(Row thread) {
        return Multi.createBy()
                .concatenating()
                .streams(
                        pages(ExportPart.Kind.EVENTS, LOG, thread, thread.getLong(2)),
                        pages(ExportPart.Kind.TRANSCRIPT, TRANSCRIPT, thread, thread.getLong(3)));
    }

    private Multi<ExportPart> pages(ExportPart.Kind kind, String sql, Row thread, long upto) {
        AtomicLong position = new AtomicLong();
        return parts(() -> pool.preparedQuery(sql)
                .execute(Tuple.of(thread.getLong(0), position.get(), upto, thread.getString(1)))
                .map(rows -> {
                    List<String> lines = new ArrayList<>();
                    rows.forEach(row -> {
                        lines.add(row.getString(1));
                        position.set(row.getLong(0));
                    });
                    return new ExportPart(kind, lines);
                }));
    }

    private Multi<ExportPart> artifacts(ConversationScope conversation) {
        ArtifactPosition position = new ArtifactPosition();
        return parts(() -> pool.preparedQuery(ARTIFACTS)
                .execute(in(conversation).addUUID(position.run).addString(position.id))
                .map(position::read));
    }

    /** The last artifact that was read. */
    private static final class ArtifactPosition {
        private volatile UUID run = new UUID(0, 0);
        private volatile String id = "";

        private ExportPart read(RowSet<Row> rows) {
            List<String> lines = new ArrayList<>();
            rows.forEach(row -> {
                lines.add(row.getString(2));
                run = row.getUUID(0);
                id = row.getString(1);
            });
            return new ExportPart(ExportPart.Kind.ARTIFACTS, lines);
        }
    }

    /** Reads parts until one is empty. */
    private static Multi<ExportPart> parts(Supplier<Uni<? extends ExportPart>> page) {
        return Multi.createBy()
                .repeating()
                .uni(page)
                .whilst(part -> !part.isEmpty())
                .filter(part -> !part.isEmpty());
    }

    private static Tuple in(ConversationScope conversation) {
        return Tuple.from(new ArrayList<>(Arrays.asList(
                conversation.workspaceId(),
                conversation.botId(),
                conversation.conversationId(),
                conversation.threadId())));
    }
}
