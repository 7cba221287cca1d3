package dev.agenthost.context.run.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.fixture.Database;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.junit.jupiter.api.Test;

/** Tests the cost of a run's start in a large transcript. */
class PostgresRunStartRepositoryTest {
    @Test
    void aStartNeverScansTheTranscript() {
        try (Database database = new Database()) {
            run(
                    database,
                    "insert into context.conversations"
                            + " (workspace_id, bot_id, conversation_id, last_event_seq, last_transcript_seq)"
                            + " select 'demo', 'bot', 'c' || i, 100, case i when 101 then 10000 else 100 end"
                            + " from generate_series(1, 101) i");
            run(
                    database,
                    "insert into context.transcript"
                            + " (conversation, seq, transcript_id, event_id, role, artifact_refs, at, metadata)"
                            + " select c.id, s, gen_random_uuid(), 'e' || s, 'user', '[]', now(), '{}'"
                            + " from context.conversations c, generate_series(1, c.last_transcript_seq) s"
                            + " order by c.id, s");
            run(
                    database,
                    "insert into context.event_log"
                            + " (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, at, data, source)"
                            + " select 'demo', t.conversation, t.seq, t.seq, 'event', 'message.received', t.event_id, now(), '{}', ''"
                            + " from context.transcript t");
            run(database, "analyze context.transcript");
            run(database, "analyze context.event_log");
            SqlConnection session = await(database.pool().getConnection());
            long before = scans(session);

            Row ofOneThatIsNotStored = start(session, "x");
            Row ofTheLast = start(session, "e10000");
            Row ofTheFirst = start(session, "e1");

            assertThat(ofOneThatIsNotStored.getBoolean(0)).isTrue();
            assertThat(ofOneThatIsNotStored.getLong(1)).isEqualTo(10_000);
            assertThat(ofTheLast.getBoolean(0)).isTrue();
            assertThat(ofTheLast.getLong(1)).isEqualTo(10_000);
            assertThat(ofTheFirst.getBoolean(0)).isFalse();
            assertThat(ofTheFirst.getLong(1)).isEqualTo(1);
            assertThat(scans(session)).isEqualTo(before);
            await(session.close());
        }
    }

    private static Row start(SqlConnection session, String event) {
        return one(
                session,
                "select before, transcript_seq from context.open_run_v1('demo', gen_random_uuid(), 1, '" + event
                        + "', 'bot', 'c101', '', '{}', '{}', '{}', '{}', '{}')");
    }

    /** Counts sequential scans; a session reports its statistics on request. */
    private static long scans(SqlConnection session) {
        one(session, "select 1 from pg_stat_force_next_flush()");
        return one(session, "select seq_scan from pg_stat_user_tables where relid = 'context.transcript'::regclass")
                .getLong(0);
    }

    private static Row one(SqlConnection session, String sql) {
        return await(session.query(sql).execute()).iterator().next();
    }

    private static void run(Database database, String sql) {
        await(database.pool().query(sql).execute());
    }
}
