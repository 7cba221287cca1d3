package dev.agenthost.context.datalifecycle.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.fixture.Database;
import io.quarkus.runtime.StartupEvent;
import io.vertx.mutiny.core.Vertx;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseMaintenanceTest {
    @Test
    void aFailedPartDoesNotStopTheOthers() {
        Vertx vertx = Vertx.vertx();
        try (Database database = new Database()) {
            for (String sql : List.of(
                    "insert into context.logged (workspace_id, log_key, logged_at) values ('w', 'old', now() - interval '36 days')",
                    "insert into context.runs (workspace_id, run_id, attempt, sequence, ended, message_fingerprints, applied_at)"
                            + " values ('w', gen_random_uuid(), 1, 1, true, '', now() - interval '36 days')",
                    "insert into context.rebuilds (rebuild_id, workspace_id, bot_id, conversation_id, done_at)"
                            + " values (gen_random_uuid(), 'w', 'bot', 'c', now() - interval '36 days')",
                    "create function context.refuse() returns trigger language plpgsql as"
                            + " $$ begin raise sqlstate '23514'; end $$",
                    "create trigger refuse before delete on context.logged for each row execute function context.refuse()")) {
                Database.await(database.pool().query(sql).execute());
            }

            new DatabaseMaintenance(database.pool(), vertx).start(new StartupEvent());

            await().until(() -> database.count("from context.rebuilds") == 0);
            assertThat(database.count("from context.runs")).isZero();
            assertThat(database.count("from context.logged")).as("refused").isEqualTo(1);
        } finally {
            vertx.close().await().indefinitely();
        }
    }

    @Test
    void recallsOfDroppedMonthsAreDeletedAndOthersStay() {
        Vertx vertx = Vertx.vertx();
        try (Database database = new Database()) {
            for (String sql : List.of(
                    "insert into context.recalls (conversation, subject, seq, logged_at)"
                            + " values (1, 'a', 1, now() - interval '70 days'), (1, 'b', 2, now()),"
                            + " (1, 'c', 3, now() - interval '70 days')",
                    """
                    insert into context.event_log (workspace_id, conversation, seq, kind, type, at, data, source, logged_at)
                    values ('w', 1, 3, 'event', 'message.recalled', now(),
                        '{"subject": {"subject_type": "message", "subject_id": "c"}}', 's', now() - interval '70 days')
                    """)) {
                Database.await(database.pool().query(sql).execute());
            }
            assertThat(database.count("from context.recalls")).isEqualTo(3);

            new DatabaseMaintenance(database.pool(), vertx).start(new StartupEvent());

            await().until(() -> database.count("from context.recalls where seq = 1") == 0);
            assertThat(database.count("from context.recalls")).isEqualTo(2);
        } finally {
            vertx.close().await().indefinitely();
        }
    }

    @Test
    void theRecordOfADelegationIsDeletedAfterItsConversation() {
        Vertx vertx = Vertx.vertx();
        try (Database database = new Database()) {
            for (String sql : List.of(
                    "insert into context.conversations (workspace_id, bot_id, conversation_id) values ('w', 'bot', 'there')",
                    "insert into context.delegated_conversations (workspace_id, bot_id, conversation_id, recorded_at) values"
                            + " ('w', 'bot', 'forgotten', now() - interval '36 days'), ('w', 'bot', 'not read yet', now()),"
                            + " ('w', 'bot', 'there', now() - interval '36 days')")) {
                Database.await(database.pool().query(sql).execute());
            }

            new DatabaseMaintenance(database.pool(), vertx).start(new StartupEvent());

            await().until(() ->
                    database.count("from context.delegated_conversations where conversation_id = 'forgotten'") == 0);
            assertThat(database.count("from context.delegated_conversations")).isEqualTo(2);
        } finally {
            vertx.close().await().indefinitely();
        }
    }
}
