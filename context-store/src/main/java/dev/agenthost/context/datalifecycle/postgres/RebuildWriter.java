package dev.agenthost.context.datalifecycle.postgres;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;

/** Writes entries that were projected from the log where the transcript differs, and deletes those between them that the log does not have. */
final class RebuildWriter {
    private static final String ENTRIES = """
            jsonb_to_recordset($2::text::jsonb) as g (seq bigint, message jsonb)
            join context.event_log l on l.conversation = $1 and l.seq = g.seq
            """;
    private static final String RANGE =
            "select max(g.seq), min(l.transcript_seq), max(l.transcript_seq) from " + ENTRIES;
    /** Waits for transactions that store a vector of one of these entries. */
    private static final String LOCK = """
            select 1 from context.transcript t where t.conversation = $1 and t.seq between $2 and $3 for update
            """;
    /** An entry with another content has another meaning. */
    private static final String FORGET_VECTORS = """
            delete from context.entry_vectors v using
            """ + ENTRIES + """
            join context.transcript t on t.conversation = $1 and t.seq = l.transcript_seq
            where v.conversation = $1 and v.seq = t.seq and t.content is distinct from g.message ->> 'content'
            """;

    private static final String WRITE = """
            insert into context.transcript as t
                (conversation, seq, transcript_id, event_id, run_id, role, content, content_json, artifact_refs, at, metadata,
                 terms, item_type, logged_at)
            select $1, l.transcript_seq, (g.message ->> 'transcript_id')::uuid, g.message ->> 'event_id',
                (g.message ->> 'run_id')::uuid, g.message ->> 'role', g.message ->> 'content', g.message -> 'content_json',
                g.message -> 'artifact_refs', l.at, g.message -> 'metadata', (g.message ->> 'terms')::tsvector,
                coalesce(g.message ->> 'item_type', 'message'), l.logged_at
            from
            """ + ENTRIES + """
            on conflict (conversation, seq) do update
                set transcript_id = excluded.transcript_id, event_id = excluded.event_id, run_id = excluded.run_id,
                    role = excluded.role, content = excluded.content, content_json = excluded.content_json,
                    artifact_refs = excluded.artifact_refs, at = excluded.at, metadata = excluded.metadata,
                    terms = excluded.terms, item_type = excluded.item_type, logged_at = excluded.logged_at
                where (t.transcript_id, t.event_id, t.run_id, t.role, t.content, t.content_json, t.artifact_refs, t.at,
                        t.metadata, t.terms, t.item_type, t.logged_at)
                    is distinct from (excluded.transcript_id, excluded.event_id, excluded.run_id, excluded.role,
                        excluded.content, excluded.content_json, excluded.artifact_refs, excluded.at, excluded.metadata,
                        excluded.terms, excluded.item_type, excluded.logged_at)
            """;
    private static final String REMOVE = """
            delete from context.transcript t
            where t.conversation = $1 and t.seq > coalesce($3::bigint, $4::bigint - 1) and t.seq < $5
                and not exists (select from
            """ + ENTRIES + """
                where l.transcript_seq = t.seq)
            """;
    private static final String MOVE = """
            update context.rebuilds x set
                log_seq = $2, transcript_seq = $3, entries = x.entries + $4, changed = x.changed + $5, removed = x.removed + $6
            where x.rebuild_id = $1
            """;
    private static final String END_CONVERSATION =
            "update context.rebuilds x set in_progress = false where x.rebuild_id = $1";
    /** Entries of a rebuilt conversation that lack a vector get one. */
    private static final String REEMBED =
            "update context.vectored_conversations m set bottom = m.top where m.conversation = $1";

    private final SqlClient transaction;
    private final RebuildPosition position;

    RebuildWriter(SqlClient transaction, RebuildPosition position) {
        this.transaction = transaction;
        this.position = position;
    }

    /** Writes the next entries; none ends the conversation. */
    Uni<Void> write(ArrayNode entries) {
        if (entries.isEmpty()) {
            return run(END_CONVERSATION, Tuple.of(position.rebuildId()))
                    .chain(() -> run(REEMBED, Tuple.of(position.conversation())))
                    .replaceWithVoid();
        }
        Tuple parameters = Tuple.of(position.conversation(), entries.toString());
        return transaction.preparedQuery(RANGE).execute(parameters).chain(rows -> {
            Row range = rows.iterator().next();
            return run(LOCK, Tuple.of(position.conversation(), range.getLong(1), range.getLong(2)))
                    .chain(() -> run(FORGET_VECTORS, parameters))
                    .chain(() -> run(WRITE, parameters))
                    .chain(changed -> run(
                                    REMOVE,
                                    Tuple.from(Arrays.asList(
                                            position.conversation(),
                                            entries.toString(),
                                            position.transcriptSeq(),
                                            range.getLong(1),
                                            range.getLong(2))))
                            .chain(removed -> run(
                                    MOVE,
                                    Tuple.of(
                                            position.rebuildId(),
                                            range.getLong(0),
                                            range.getLong(2),
                                            (long) entries.size(),
                                            (long) changed,
                                            (long) removed))))
                    .replaceWithVoid();
        });
    }

    private Uni<Integer> run(String statement, Tuple values) {
        return transaction.preparedQuery(statement).execute(values).map(rows -> rows.rowCount());
    }
}
