package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.ErasedEvent;
import dev.agenthost.protocol.store.ErasedEventsQuestion;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Erased events as other services read them, on a real database. */
class PostgresErasedEventRepositoryTest extends ErasuresCase {
    @Test
    void theEventsOfAConversationAreErasedWithTheirAnswersAndPagesMeet() {
        EventEnvelope one = exchange(here, "u1", "one", "answer one");
        EventEnvelope two = exchange(here, "u2", "two", "answer two");
        exchange(other, "u1", "else", "answer else");
        erase(new ErasureTarget.Conversation("bot", here.conversationId(), null));

        List<ErasedEvent> all = new ArrayList<>();
        for (List<ErasedEvent> page = page(null, 1); !page.isEmpty(); page = page(all.getLast(), 1)) {
            all.addAll(page);
        }
        assertThat(all).allMatch(ErasedEvent::answers).allMatch(event -> event.workspaceId()
                .equals("demo"));
        assertThat(all).extracting(ErasedEvent::eventId).containsExactlyInAnyOrder(one.eventId(), two.eventId());
    }

    @Test
    void answersThatAreErasedAfterTheirEventAreListedOnceMore() {
        EventEnvelope shared = exchange(here, "u1", "one", "answer one");
        exchange(here, "u2", "two", "answer two");
        erase(new ErasureTarget.Actor("u1", null));
        List<ErasedEvent> first = page(null, 1000);
        assertThat(first).singleElement().matches(event -> !event.answers());

        erase(new ErasureTarget.Conversation("bot", here.conversationId(), null));

        assertThat(page(first.getLast(), 1000))
                .hasSize(2)
                .allMatch(ErasedEvent::answers)
                .extracting(ErasedEvent::eventId)
                .contains(shared.eventId());
    }

    /** A reader that has passed an event would never see one that an older transaction commits later. */
    @Test
    void anEventIsListedAfterEveryOlderTransactionHasEnded() {
        SqlConnection slow = await(database.pool().getConnection());
        Transaction older = await(slow.begin());
        await(slow.query("insert into context.erased_events (workspace_id, event_id, answers)"
                        + " values ('demo', gen_random_uuid()::text, true)")
                .execute());
        exchange(here, "u1", "one", "answer one");
        erase(new ErasureTarget.Conversation("bot", here.conversationId(), null));
        assertThat(page(null, 1000)).isEmpty();

        await(older.commit());
        await(slow.close());
        assertThat(page(null, 1000)).hasSize(2);
    }

    private List<ErasedEvent> page(@Nullable ErasedEvent after, int limit) {
        return await(new PostgresErasedEventRepository(database.pool()).page(new ErasedEventsQuestion(after, limit)))
                .items();
    }
}
