package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.completed;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.receipt;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.datalifecycle.Erasure;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.run.RunStart;
import dev.agenthost.context.state.StateWrite;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Tests that erased records stay erased while others arrive, on a real database. */
class PostgresErasureRepositoryTest extends ErasuresCase {
    @Test
    void aConversationIsErasedWithItsThreadsOnly() {
        EventEnvelope one = exchange(here, "u1", "one", "answer one");
        exchange(thread, "u2", "two", "answer two");
        exchange(other, "u1", "else", "answer else");
        exchange(new ConversationRef("demo", "bot2", here.conversationId(), ""), "u1", "other bot", "a");
        exchange(new ConversationRef("other", "bot", here.conversationId(), ""), "u1", "other workspace", "a");
        intake.audit(Records.audit(one));

        Erasure receipt = erase(new ErasureTarget.Conversation("bot", here.conversationId(), null));

        assertThat(receipt.isDone()).isTrue();
        assertThat(receipt.erased().events()).isEqualTo(2);
        assertThat(receipt.erased().results()).isEqualTo(4);
        assertThat(receipt.erased().receipts()).isEqualTo(2);
        assertThat(receipt.erased().transcript()).isEqualTo(4);
        assertThat(texts()).containsExactlyInAnyOrder("else", "answer else", "other bot", "a", "other workspace", "a");
        assertThat(database.count("from context.event_log where kind in ('event', 'result', 'receipt')"))
                .isEqualTo(12);
        assertThat(database.count("from context.event_log where kind = 'audit'"))
                .isEqualTo(2);
        assertThat(database.count("from context.event_log where data::text like '%one%' or data::text like '%two%'"))
                .isZero();
    }

    @Test
    void erasesOnlyTheNamedThread() {
        exchange(here, "u1", "one", "answer one");
        exchange(thread, "u2", "two", "answer two");

        erase(new ErasureTarget.Conversation("bot", here.conversationId(), "t"));

        assertThat(texts()).containsExactlyInAnyOrder("one", "answer one");
    }

    @Test
    void lateRecordsStayErasedAndLaterOnesAreStored() {
        EventEnvelope applied = said(here, "u1", "applied", BEFORE);
        EventEnvelope late = said(here, "u1", "late", BEFORE);
        intake.events(applied);
        erase(new ErasureTarget.Conversation("bot", here.conversationId(), null));

        intake.results(results(applied, 1, 1, started(applied, null), message("late answer"), completed(null)));
        intake.events(late, applied);
        intake.results(results(late, 1, 1, started(late, null), message("answer to late"), completed(null)));
        intake.receipts(receipt(late));

        assertThat(texts()).isEmpty();
        assertThat(database.count("from context.event_log where kind <> 'audit'"))
                .isZero();

        EventEnvelope fresh = said(here, "u1", "fresh", Instant.now().plusSeconds(60));
        intake.events(fresh);
        intake.results(results(fresh, 1, 1, started(fresh, null), message("fresh answer"), completed(null)));
        assertThat(texts()).containsExactly("fresh", "fresh answer");
        assertThat(database.rows("select seq from context.transcript order by seq"))
                .extracting(row -> row.getLong(0))
                .containsExactly(2L, 3L);
    }

    @Test
    void anActiveRunRestoresNothingAtAnyStep() {
        EventEnvelope event = said(here, "u1", "one", BEFORE);
        intake.events(event);
        open(event, 1);
        assertThat(set(event, "o1")).isEqualTo(new StateWrite.Written(true));

        Erasure asked = request(new ErasureTarget.Conversation("bot", here.conversationId(), null));

        assertThat(set(event, "o2")).isEqualTo(new StateWrite.Fenced());
        intake.results(results(event, 1, 1, started(event, null), message("said after that"), completed(null)));
        assertThat(open(event, 2)).isInstanceOf(RunStart.Superseded.class);
        EventEnvelope queued = said(here, "u1", "queued", BEFORE);
        intake.events(queued);
        open(queued, 1);
        assertThat(set(queued, "o3")).isEqualTo(new StateWrite.Fenced());
        steps();
        assertThat(texts()).isEmpty();
        assertThat(found(asked).erased().state()).isEqualTo(1);
        assertThat(database.count("from context.state")).isZero();
    }

    @Test
    void aRunGetsTheContextOfAnEmptyConversation() {
        exchange(here, "u1", "one", "answer one");
        erase(new ErasureTarget.Conversation("bot", here.conversationId(), null));
        EventEnvelope fresh = said(here, "u1", "fresh", Instant.now().plusSeconds(60));

        RunStart.Opened opened = (RunStart.Opened) open(fresh, 1);

        assertThat(opened.counts()).isEqualTo(new RunStart.Counts(0, 0, false));
        assertThat(set(fresh, "o1")).isEqualTo(new StateWrite.Written(true));
    }

    @Test
    void anActorIsErasedEverywhereAndAnswersInUnsharedConversations() {
        exchange(here, "u1", "private", "private answer");
        exchange(other, "u1", "in the group", "answer in the group");
        exchange(other, "u2", "of somebody else", "answer to somebody else");
        exchange(new ConversationRef("other", "bot", "x", ""), "u1", "elsewhere", "a");
        ConversationRef silent = new ConversationRef("demo", "bot", "silent", "");
        exchange(silent, "u3", "not his", "not to him");
        state(here, StateScope.CONVERSATION, StateScopeKey.conversation(here.conversationId(), null));
        state(here, StateScope.ACTOR, StateScopeKey.typed("user", "u1"));
        state(other, StateScope.ACTOR, StateScopeKey.typed("bot", "u1"));
        state(other, StateScope.ACTOR, StateScopeKey.typed("user", "u2"));
        state(other, StateScope.ACTOR, StateScopeKey.typed("u1", "u2"));
        state(other, StateScope.CONVERSATION, StateScopeKey.conversation(other.conversationId(), null));

        Erasure receipt = erase(new ErasureTarget.Actor("u1", null));

        assertThat(texts())
                .containsExactlyInAnyOrder(
                        "answer in the group",
                        "of somebody else",
                        "answer to somebody else",
                        "elsewhere",
                        "a",
                        "not his",
                        "not to him");
        assertThat(receipt.erased().events()).isEqualTo(2);
        assertThat(receipt.erased().transcript()).isEqualTo(3);
        assertThat(receipt.erased().state()).isEqualTo(3);
        assertThat(database.rows("select subject from context.state order by subject"))
                .extracting(row -> row.getString(0))
                .containsExactlyInAnyOrder(
                        StateScopeKey.conversation(other.conversationId(), null), "user/u2", "u1/u2");

        EventEnvelope late = said(here, "u1", "late", BEFORE);
        EventEnvelope lateInGroup = said(other, "u1", "late in the group", BEFORE);
        intake.events(late, lateInGroup);
        intake.results(
                results(late, 1, 1, started(late, null), message("late answer")),
                results(lateInGroup, 1, 1, started(lateInGroup, null), message("late answer in the group")));
        assertThat(texts())
                .contains("late answer in the group")
                .doesNotContain("late", "late in the group", "late answer");
    }

    @Test
    void artifactsAreErasedWithTheirBytesUnlessReferenced() {
        EventEnvelope event = exchange(here, "u1", "one", "answer one");
        EventEnvelope elsewhere = exchange(other, "u2", "two", "answer two");
        EventEnvelope making = said(here, "u1", "make", BEFORE);
        intake.events(making);
        open(making, 1);
        EventEnvelope makingToo = said(other, "u2", "make", BEFORE);
        intake.events(makingToo);
        open(makingToo, 1);
        artifact(making, "a", "only here");
        artifact(making, "b", "both");
        artifact(makingToo, "b", "both");
        assertThat(event).isNotEqualTo(elsewhere);

        Erasure receipt = erase(new ErasureTarget.Conversation("bot", here.conversationId(), null));

        assertThat(receipt.erased().artifacts()).isEqualTo(2);
        assertThat(receipt.erased().artifactBytes()).isEqualTo("only here".length());
        assertThat(database.count("from context.artifacts")).isEqualTo(1);
        assertThat(database.count("from context.artifact_contents")).isEqualTo(1);
        assertThat(database.count("from context.artifact_chunks")).isEqualTo(1);
    }

    @Test
    void theAuditNamesNoActorAndConversationAnyMore() {
        intake.audit(retrieval("u1", here), retrieval("u2", here), retrieval("u1", other));

        erase(new ErasureTarget.Conversation("bot", other.conversationId(), null));
        assertThat(details())
                .containsExactlyInAnyOrder(
                        "bot=bot sender=u1 session=" + session(here) + " found=3",
                        "bot=bot sender=u2 session=" + session(here) + " found=3",
                        "bot=bot sender=erased session=erased found=3");
        erase(new ErasureTarget.Actor("u1", null));
        intake.audit(retrieval("u1", here));

        assertThat(details())
                .containsExactlyInAnyOrder(
                        "bot=bot sender=erased session=erased found=3",
                        "bot=bot sender=u2 session=" + session(here) + " found=3",
                        "bot=bot sender=erased session=erased found=3",
                        "bot=bot sender=erased session=erased found=3");
    }

    @Test
    void aConcurrentlyStartedRunIsFenced() throws Exception {
        EventEnvelope event = said(here, "u1", "one", BEFORE);
        intake.events(event);
        SqlConnection beginning = await(database.pool().getConnection());
        await(beginning.query("begin").execute());
        await(beginning
                .query("select context.open_run_v1('demo', '" + run(event).value() + "', 1, '" + event.eventId()
                        + "', 'bot', '" + here.conversationId() + "', '', '{}', '{}', '{}', '{}', '{}')")
                .execute());

        CompletableFuture<Erasure> asked = CompletableFuture.supplyAsync(
                () -> request(new ErasureTarget.Actor("u1", null)), Thread::startVirtualThread);
        Awaitility.await()
                .until(() -> asked.isDone()
                        || database.count("from pg_locks where locktype = 'advisory' and not granted") > 0);
        await(beginning.query("commit").execute());
        await(beginning.close());
        asked.get();

        assertThat(set(event, "o")).isEqualTo(new StateWrite.Fenced());
    }

    @Test
    void anEmptyConversationIsDeletedOnceNoRecordCanReturn() {
        exchange(here, "u1", "one", "answer one");
        exchange(other, "u2", "two", "answer two");
        erase(new ErasureTarget.Conversation("bot", here.conversationId(), null));
        erase(new ErasureTarget.Conversation("bot", other.conversationId(), null));
        intake.events(said(other, "u2", "fresh", Instant.now().plusSeconds(60)));

        await(database.pool().query(DatabaseMaintenance.FORGET_CONVERSATIONS).execute());
        assertThat(database.count("from context.conversations")).isEqualTo(2);
        sql("update context.conversations set erased_at = now() - interval '36 days'");
        await(database.pool().query(DatabaseMaintenance.FORGET_CONVERSATIONS).execute());

        assertThat(database.rows("select conversation_id from context.conversations"))
                .extracting(row -> row.getString(0))
                .containsExactly(other.conversationId());
        intake.events(said(here, "u1", "again", Instant.now().plusSeconds(60)));
        assertThat(texts()).containsExactlyInAnyOrder("fresh", "again");
    }

    @Test
    void aBatchReadsOnlyErasuresThatConcernIt() {
        exchange(here, "u1", "one", "answer one");
        erase(new ErasureTarget.Conversation("bot", here.conversationId(), null));
        sql("create table context.judged (entries jsonb)");
        sql("create or replace function context.without_erased_v1(entries jsonb) returns jsonb language sql as"
                + " $$ insert into context.judged values (entries) returning entries $$");

        exchange(new ConversationRef("elsewhere", "bot", "c", ""), "u1", "of another workspace", "a");
        EventEnvelope fresh = said(other, "u2", "fresh", Instant.now().plusSeconds(60));
        intake.events(fresh);
        intake.results(results(fresh, 1, 1, started(fresh, null), message("fresh answer")));

        assertThat(texts()).containsExactlyInAnyOrder("of another workspace", "a", "fresh", "fresh answer");
        assertThat(database.count("from context.judged")).isZero();
        intake.events(said(here, "u1", "late", BEFORE));
        assertThat(database.count("from context.judged")).isEqualTo(1);
    }

    @Test
    void theLookupOfErasuresUsesAnIndex() {
        sql("insert into context.erasures (erasure_id, workspace_id, kind, actor_id, requested_at, done_at)"
                + " select gen_random_uuid(), 'w' || s % 100, 'actor', case when s % 100 = 0 then 'u' end, now(), now()"
                + " from generate_series(1, 20000) s");
        sql("analyze context.erasures");

        assertThat(database.rows("explain select from context.erasures e where e.workspace_id = 'w7'"
                        + " and (e.conversation_id is not null or e.actor_id is not null)"))
                .extracting(row -> row.getString(0))
                .anySatisfy(line -> assertThat(line).contains("erasures_tombstones"));
    }

    @Test
    void anErasureOfAnotherWorkspaceIsNotFound() {
        Erasure asked = request(new ErasureTarget.Actor("u1", "bot"));

        assertThat(await(erasures.find("other", asked.erasureId()))).isEmpty();
        assertThat(found(asked).target()).isEqualTo(new ErasureTarget.Actor("u1", "bot"));
    }
}
