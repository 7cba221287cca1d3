package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.event.LogEntry;
import dev.agenthost.context.transcript.Projection;
import dev.agenthost.context.transcript.TranscriptEntry;
import dev.agenthost.protocol.result.StreamPosition;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code context.event_log} and {@code context.transcript}: numbered and written together. */
final class LogRows {
    private static final String REMEMBER = """
            insert into context.logged (workspace_id, log_key)
            select * from unnest($1::text[], $2::text[]) as k (workspace_id, log_key)
            order by workspace_id, log_key
            on conflict do nothing
            returning workspace_id, log_key
            """;
    /** In the order of the key, so that two batches that touch the same conversations never wait for each other. */
    private static final String NUMBER = """
            insert into context.conversations as c
                (workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq)
            select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
                as n (workspace_id, bot_id, conversation_id, thread_id, events, said)
            order by workspace_id, bot_id, conversation_id, thread_id
            on conflict (workspace_id, bot_id, conversation_id, thread_id) do update
                set last_event_seq = c.last_event_seq + excluded.last_event_seq,
                    last_transcript_seq = c.last_transcript_seq + excluded.last_transcript_seq
            returning id, workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq
            """;

    private static final String LOG = """
            insert into context.event_log
                (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
                 at, data, usage, source)
            select workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
                 at, data::jsonb, usage::jsonb, source
            from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[],
                 $8::uuid[], $9::int[], $10::bigint[], $11::timestamptz[], $12::text[], $13::text[], $14::text[])
                as e (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
                 at, data, usage, source)
            """;
    private static final String SAY = """
            insert into context.transcript
                (conversation, seq, transcript_id, event_id, run_id, role, content, content_json, artifact_refs, at,
                 metadata)
            select conversation, seq, transcript_id, event_id, run_id, role, content, content_json::jsonb,
                 artifact_refs::jsonb, at, metadata::jsonb
            from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[],
                 $8::text[], $9::text[], $10::timestamptz[], $11::text[])
                as t (conversation, seq, transcript_id, event_id, run_id, role, content, content_json, artifact_refs, at,
                 metadata)
            """;

    private LogRows() {}

    /** Those whose key was not logged before, each once. */
    static Uni<List<LogEntry>> firstTimers(SqlConnection connection, List<LogEntry> entries) {
        Map<List<String>, LogEntry> byKey = new LinkedHashMap<>();
        entries.forEach(entry -> byKey.putIfAbsent(List.of(entry.workspaceId(), String.valueOf(entry.key())), entry));
        Columns keys = new Columns();
        byKey.keySet().forEach(key -> keys.row(key.get(0), key.get(1)));
        return connection
                .preparedQuery(REMEMBER)
                .execute(keys.tuple(String.class, String.class))
                .map(rows -> {
                    Set<List<String>> fresh = new HashSet<>();
                    rows.forEach(row -> fresh.add(List.of(row.getString(0), row.getString(1))));
                    List<LogEntry> kept = new ArrayList<>();
                    byKey.forEach((key, entry) -> {
                        if (fresh.contains(key)) {
                            kept.add(entry);
                        }
                    });
                    return kept;
                });
    }

    static Uni<Void> append(SqlConnection connection, List<LogEntry> entries) {
        if (entries.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return number(connection, entries).chain(numbers -> {
            Columns log = new Columns();
            Columns transcript = new Columns();
            for (LogEntry entry : entries) {
                Numbers of = entry.conversation() == null ? null : numbers.get(entry.conversation());
                Long seq = of == null ? null : ++of.event;
                Long transcriptSeq = of != null && entry.said() ? Long.valueOf(++of.said) : null;
                logRow(log, entry, of == null ? null : of.id, seq, transcriptSeq);
                if (of != null && transcriptSeq != null) {
                    transcriptRow(transcript, Projection.of(entry), of.id, transcriptSeq);
                }
            }
            return connection
                    .preparedQuery(LOG)
                    .execute(log.tuple(Columns.LOG))
                    .chain(() -> transcript.isEmpty()
                            ? Uni.createFrom().voidItem()
                            : connection
                                    .preparedQuery(SAY)
                                    .execute(transcript.tuple(Columns.TRANSCRIPT))
                                    .replaceWithVoid());
        });
    }

    private static Uni<Map<ConversationRef, Numbers>> number(SqlConnection connection, List<LogEntry> entries) {
        Map<ConversationRef, Numbers> wanted = new LinkedHashMap<>();
        for (LogEntry entry : entries) {
            if (entry.conversation() != null) {
                Numbers numbers = wanted.computeIfAbsent(entry.conversation(), ref -> new Numbers());
                numbers.event++;
                numbers.said += entry.said() ? 1 : 0;
            }
        }
        if (wanted.isEmpty()) {
            return Uni.createFrom().item(wanted);
        }
        Columns columns = new Columns();
        wanted.forEach((ref, numbers) -> columns.row(
                ref.workspaceId(), ref.botId(), ref.conversationId(), ref.threadId(), numbers.event, numbers.said));
        return connection
                .preparedQuery(NUMBER)
                .execute(columns.tuple(String.class, String.class, String.class, String.class, Long.class, Long.class))
                .map(rows -> {
                    Map<ConversationRef, Numbers> given = new HashMap<>();
                    for (Row row : rows) {
                        ConversationRef ref = new ConversationRef(
                                row.getString(1), row.getString(2), row.getString(3), row.getString(4));
                        Numbers added = wanted.getOrDefault(ref, new Numbers());
                        Numbers numbers = new Numbers();
                        numbers.id = row.getLong(0);
                        numbers.event = row.getLong(5) - added.event;
                        numbers.said = row.getLong(6) - added.said;
                        given.put(ref, numbers);
                    }
                    return given;
                });
    }

    private static void logRow(
            Columns log,
            LogEntry entry,
            @Nullable Long conversation,
            @Nullable Long seq,
            @Nullable Long transcriptSeq) {
        StreamPosition position = entry.position();
        log.row(
                entry.workspaceId(),
                conversation,
                seq,
                transcriptSeq,
                entry.kind().wire(),
                entry.type(),
                entry.eventId(),
                entry.runId(),
                position == null ? null : position.attempt(),
                position == null ? null : position.sequence(),
                Columns.utc(entry.at()),
                entry.data().toString(),
                entry.usage() == null ? null : entry.usage().toString(),
                entry.source().toString());
    }

    private static void transcriptRow(Columns transcript, TranscriptEntry said, long conversation, long seq) {
        transcript.row(
                conversation,
                seq,
                said.transcriptId(),
                said.eventId(),
                said.runId(),
                said.role(),
                said.content(),
                said.contentJson() == null ? null : said.contentJson().toString(),
                said.artifactRefs().toString(),
                Columns.utc(said.at()),
                said.metadata().toString());
    }

    /** First how many are needed, then the last ones given. */
    private static final class Numbers {
        private long id;
        private long event;
        private long said;
    }
}
