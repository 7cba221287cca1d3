package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.receipt;
import static dev.agenthost.context.fixture.Records.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.datalifecycle.Erasure;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.protocol.event.EventEnvelope;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that any replica carries out erasures in steps, and that one does not delay another. */
class ErasuresInStepsTest extends ErasuresCase {
    @Test
    void manyAreErasedInStepsByAnyReplicaAndCountedOnce() {
        intake.events(IntStream.range(0, 5000)
                .mapToObj(i -> said(here, "u1", "m" + i, BEFORE))
                .toArray());
        Erasure asked = request(new ErasureTarget.Conversation("bot", here.conversationId(), null));
        assertThat(await(erasures.step())).isTrue();
        assertThat(found(asked).isDone()).isFalse();
        assertThat(found(asked).erased().events()).isBetween(1L, 4999L);

        PostgresErasureRepository heir = new PostgresErasureRepository(database.pool());
        PostgresErasureRepository second = new PostgresErasureRepository(database.pool());
        for (int i = 0; i < 20; i++) {
            await(Uni.join().all(heir.step(), second.step()).andFailFast());
        }

        assertThat(found(asked).isDone()).isTrue();
        assertThat(found(asked).erased().events()).isEqualTo(5000);
        assertThat(found(asked).erased().transcript()).isEqualTo(5000);
        assertThat(texts()).isEmpty();
    }

    @Test
    void aFailingErasureDelaysNoOtherAndContinuesLater() {
        exchange(here, "u1", "one", "answer one");
        exchange(other, "u2", "two", "answer two");
        sql("create function context.no() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$");
        sql("create trigger no before delete on context.transcript for each row when (old.content = 'one')"
                + " execute function context.no()");
        Erasure failing = request(new ErasureTarget.Conversation("bot", here.conversationId(), null));
        Erasure second = request(new ErasureTarget.Conversation("bot", other.conversationId(), null));

        steps();

        assertThat(found(second).isDone()).isTrue();
        assertThat(found(failing).isDone()).isFalse();
        assertThat(found(failing).erased().transcript()).isZero();
        assertThat(database.count(
                        "from context.erasures where failures > 0 and last_error = 'P0001' and due_at > now()"))
                .isEqualTo(1);
        sql("drop trigger no on context.transcript");
        sql("update context.erasures set due_at = now()");
        steps();
        assertThat(found(failing).isDone()).isTrue();
        assertThat(texts()).isEmpty();
    }

    @Test
    void stepsOutsideConversationsAreBounded() {
        for (String kind : List.of("event", "result", "receipt", "audit")) {
            sql("insert into context.event_log"
                    + " (logged_at, workspace_id, kind, type, event_id, run_id, at, data, source)"
                    + " select now() - make_interval(secs => 9000 - s), 'demo', '" + kind + "', 't',"
                    + " case when '" + kind + "' in ('event', 'result') then 'e' || s end,"
                    + " case when '" + kind + "' in ('result', 'receipt') then md5(s::text)::uuid end, now(),"
                    + " case '" + kind + "' when 'event'"
                    + " then jsonb_build_object('bot_id', 'bot', 'actor', jsonb_build_object('actor_id', 'u' || s % 2))"
                    + " else '{}' end, 's' from generate_series(1, 3000) s");
        }
        Erasure asked = request(new ErasureTarget.Actor("u1", null));

        long most = 0;
        long before = database.count("from context.event_log");
        for (int i = 0; await(erasures.step()); i++) {
            long now = database.count("from context.event_log");
            most = Math.max(most, before - now);
            before = now;
            assertThat(i).isLessThan(100);
        }

        assertThat(most).isBetween(1L, 2000L);
        assertThat(found(asked).erased().events()).isEqualTo(1500);
        assertThat(found(asked).erased().results()).isEqualTo(1500);
        assertThat(found(asked).erased().receipts()).isEqualTo(1500);
        assertThat(database.count("from context.erasure_runs")).isZero();
        assertThat(database.count("from context.event_log where kind <> 'audit'"))
                .isEqualTo(4500);
    }

    @Test
    void dataThatOutlivesTheLogIsErasedWithTheActor() {
        EventEnvelope event = exchange(here, "u1", "one", "answer one");
        open(event, 1);
        artifact(event, "a", "made for him");
        set(event, "o");
        exchange(other, "u1", "in the group", "answer");
        EventEnvelope elsewhere = exchange(other, "u2", "of somebody else", "answer");
        open(elsewhere, 1);
        artifact(elsewhere, "a", "made for all");
        sql("delete from context.event_log");
        sql("delete from context.transcript");

        Erasure receipt = erase(new ErasureTarget.Actor("u1", null));

        assertThat(receipt.erased().artifacts()).isEqualTo(1);
        assertThat(receipt.erased().state()).isEqualTo(1);
        assertThat(database.count("from context.state")).isZero();
        assertThat(database.count("from context.artifacts")).isEqualTo(1);
        assertThat(database.rows("select actor_id from context.conversation_actors"))
                .extracting(row -> row.getString(0))
                .containsExactly("u2");
    }
}
