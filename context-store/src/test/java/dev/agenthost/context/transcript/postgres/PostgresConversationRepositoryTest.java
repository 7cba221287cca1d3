package dev.agenthost.context.transcript.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresConversationRepositoryTest {
    private static Database database;

    @BeforeAll
    static void open() {
        database = new Database();
        run("""
                insert into context.conversations (workspace_id, bot_id, conversation_id, thread_id)
                values ('demo', 'bot', 'said', ''), ('demo', 'bot', 'said', 't'), ('demo', 'bot', 'happened', ''),
                    ('demo', 'bot', 'answered', ''), ('demo', 'bot', 'erased', '')""");
        run("""
                insert into context.transcript (conversation, seq, transcript_id, event_id, role, content, artifact_refs, at, metadata)
                select id, 1, gen_random_uuid(), 'e', 'user', 'hello', '[]', now(), '{}' from context.conversations
                where conversation_id = 'said' and thread_id = ''""");
        run("""
                insert into context.event_log (workspace_id, conversation, seq, kind, type, at, data, source)
                select 'demo', id, 1, case conversation_id when 'happened' then 'event' else 'audit' end, 'x', now(), '{}', 's'
                from context.conversations where conversation_id in ('happened', 'answered')""");
    }

    @AfterAll
    static void close() {
        database.close();
    }

    /** The erased conversation has a row with its numbers; another has a recall only. */
    @ParameterizedTest
    @CsvSource({
        "demo, bot, said, '', true",
        "demo, bot, happened, '', true",
        "demo, bot, said, t, false",
        "demo, bot, said, u, false",
        "demo, bot, erased, '', false",
        "demo, bot, answered, '', false",
        "demo, bot, never-was, '', false",
        "demo, other, said, '', false",
        "other, bot, said, '', false"
    })
    void aConversationWithMessagesOrEventsExists(
            String workspace, String bot, String conversation, String thread, boolean known) {
        assertThat(await(new PostgresConversationRepository(database.pool())
                        .isKnown(new ConversationRef(workspace, bot, conversation, thread))))
                .isEqualTo(known);
    }

    private static void run(String sql) {
        await(database.pool().query(sql).execute());
    }
}
