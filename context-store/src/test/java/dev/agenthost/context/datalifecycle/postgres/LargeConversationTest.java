package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the erasure of an actor with many messages in a conversation of one, who continues to write: other records must not wait for it.
 */
class LargeConversationTest {
    private static final int LATE = 50;

    private final Database database = new Database();

    @BeforeEach
    void exchange() {
        run("insert into context.conversations (workspace_id, bot_id, conversation_id, last_event_seq)"
                + " values ('demo', 'bot', 'c', 5000)");
        run("insert into context.event_log (workspace_id, conversation, seq, kind, type, event_id, at, data, source)"
                + " select 'demo', c.id, s, 'event', 't', 'e' || s, now(),"
                + " jsonb_build_object('bot_id', 'bot', 'actor', jsonb_build_object('actor_id', 'u1')), 's'"
                + " from context.conversations c, generate_series(1, 5000) s");
        run("insert into context.erasures (erasure_id, workspace_id, kind, actor_id, requested_at)"
                + " values (gen_random_uuid(), 'demo', 'actor', 'u1', now() + interval '1 hour')");
        run("analyze");
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void sharedConversationsAreCheckedOnceForLoggedEvents() throws Exception {
        String noted = "select context.mark_erased_v1('demo', array(select 'e' || s from generate_series(1, %d) s))";

        assertReadOnce(noted);
        assertThat(database.count("from context.erased_events where answers")).isEqualTo(LATE);
    }

    @Test
    void sharedConversationsAreCheckedOnceForLateEvents() throws Exception {
        String judged = "select context.without_erased_v1((select jsonb_agg(jsonb_build_object('workspace_id', 'demo',"
                + " 'kind', 'event', 'event_id', 'late' || s, 'bot_id', 'bot', 'conversation_id', 'c', 'thread_id', '',"
                + " 'at', 0, 'data', '{\"actor\": {\"actor_id\": \"u1\"}}'::jsonb)) from generate_series(1, %d) s))";

        assertReadOnce(judged);
        assertThat(database.count("from context.erased_events where answers")).isEqualTo(LATE);
    }

    /** Asserts that many events cost far less than the sum of single ones; most of the cost is the scan of the log. */
    private void assertReadOnce(String sql) throws Exception {
        SqlConnection session = await(database.pool().getConnection());
        pages(session, sql.formatted(1));
        long alone = pages(session, sql.formatted(1));
        assertThat(alone).isGreaterThan(50);
        assertThat(pages(session, sql.formatted(LATE))).isLessThan(LATE * alone / 4);
        await(session.close());
    }

    /** Returns the number of database pages that a statement reads. */
    private static long pages(SqlConnection session, String sql) throws Exception {
        JsonNode plan = ProtocolCodec.mapper()
                .readTree(await(session.query("explain (analyze, buffers, format json) " + sql)
                                .execute())
                        .iterator()
                        .next()
                        .getValue(0)
                        .toString())
                .path(0)
                .path("Plan");
        return plan.path("Shared Hit Blocks").longValue()
                + plan.path("Shared Read Blocks").longValue();
    }

    private void run(String sql) {
        await(database.pool().query(sql).execute());
    }
}
