package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.delegated;
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
import dev.agenthost.context.state.StateWrite;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventEnvelope;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that a conversation is erased with the conversations of the runs that its runs delegated to. */
class DelegatedErasuresTest extends ErasuresCase {
    private static final List<String> OF_CONVERSATIONS = List.of(
            "event_log where kind <> 'audit'",
            "transcript",
            "conversation_actors",
            "artifacts",
            "state",
            "raw_payloads",
            "delegated_conversations");

    @Test
    void delegatedConversationsAreErasedAtEachDepth() {
        EventEnvelope parent = filled(said(here, "u1", "parent", BEFORE), "planned");
        EventEnvelope child = filled(task(parent, "child task"), "child answer");
        EventEnvelope grandchild = filled(task(child, "grandchild task"), "grandchild answer");

        Erasure receipt = erase(conversation(here));

        assertNothingIsLeft();
        assertThat(receipt.isDone()).isTrue();
        assertThat(receipt.erased().events()).isEqualTo(3);
        assertThat(receipt.erased().results()).isEqualTo(6);
        assertThat(receipt.erased().receipts()).isEqualTo(3);
        assertThat(receipt.erased().transcript()).isEqualTo(6);
        assertThat(receipt.erased().artifacts()).isEqualTo(6);
        assertThat(receipt.erased().state()).isEqualTo(3);
        assertThat(erasedWithAnswers()).containsExactlyInAnyOrder(ids(parent, child, grandchild));
        assertThat(database.count("from context.fences where erased or ended")).isEqualTo(3);
        assertThat(set(grandchild, "late")).isInstanceOf(StateWrite.Fenced.class);
    }

    @Test
    void otherConversationsAndTheirDelegationsStay() {
        EventEnvelope parent = filled(said(here, "u1", "parent", BEFORE), "planned");
        filled(task(parent, "child task"), "child answer");
        EventEnvelope elsewhere = filled(said(other, "u1", "else", BEFORE), "else planned");
        filled(task(elsewhere, "else task"), "else answer");

        erase(conversation(here));

        assertThat(texts()).containsExactlyInAnyOrder("else", "else planned", "else task", "else answer");
        assertThat(database.count("from context.artifacts")).isEqualTo(2);
        assertThat(database.count("from context.state")).isEqualTo(2);
        assertThat(database.count("from context.delegated_conversations where erasure_id is null"))
                .isOne();
    }

    @Test
    void aThreadIsErasedWithItsDelegationsOnly() {
        delegate(exchange(here, "u1", "one", "planned"), "task");
        delegate(exchange(thread, "u1", "two", "planned too"), "task of the thread");

        erase(new ErasureTarget.Conversation("bot", here.conversationId(), "t"));

        assertThat(texts()).containsExactlyInAnyOrder("one", "planned", "task", "answer to task");
    }

    @Test
    void anotherWorkspaceIsNeverErased() {
        EventEnvelope parent = filled(said(here, "u1", "parent", BEFORE), "planned");
        EventEnvelope theirs =
                said(new ConversationRef("rival", "bot", here.conversationId(), ""), "u1", "theirs", BEFORE);
        open(theirs, 1);
        intake.events(theirs);
        delegate(theirs, "their task");
        // Forged: an event of the other workspace that names the run of this one, in the conversation of a run of this
        // one.
        EventEnvelope child = filled(task(parent, "child task"), "child answer");
        sql("insert into context.conversations (workspace_id, bot_id, conversation_id) values ('rival', 'bot', '"
                + child.conversationId() + "')");
        await(database.pool()
                .query("select context.record_delegations_v1(array['rival'], array['bot'], array['forged'], array['"
                        + run(parent) + "'::uuid], array['u1'])")
                .execute());

        erase(conversation(here));

        assertThat(texts()).containsExactlyInAnyOrder("theirs", "their task", "answer to their task");
        assertThat(database.rows("select workspace_id from context.delegated_conversations"))
                .extracting(row -> row.getString(0))
                .containsExactly("rival");
    }

    @Test
    void anEventThatIsReadAfterTheErasureIsErased() {
        EventEnvelope parent = filled(said(here, "u1", "parent", BEFORE), "planned");
        Erasure receipt = erase(conversation(here));
        EventEnvelope late = task(parent, "late task");
        // Its run begins before its event is read.
        open(late, 1);
        assertThat(set(late, "o")).isInstanceOf(StateWrite.Written.class);
        artifact(late, "a", "made late");

        intake.events(late);
        assertThat(found(receipt).isDone()).isFalse();
        steps();
        intake.results(results(late, 1, 1, started(late, null), message("late answer")));
        intake.receipts(receipt(late));
        steps();

        assertNothingIsLeft();
        assertThat(found(receipt).isDone()).isTrue();
        assertThat(found(receipt).erased().state()).isEqualTo(2);
        assertThat(erasedWithAnswers()).contains(ids(late));
        assertThat(set(late, "o2")).isInstanceOf(StateWrite.Fenced.class);
    }

    @Test
    void anEventThatIsReadBeforeTheFirstStepIsErased() {
        EventEnvelope ended = exchange(here, "u1", "parent", "planned");
        open(ended, 1);
        sql("update context.fences set ended = true");
        Erasure receipt = request(conversation(here));

        delegate(ended, "late task");
        steps();

        assertNothingIsLeft();
        assertThat(found(receipt).erased().events()).isEqualTo(2);
    }

    @Test
    void aLateDelegationOfALateDelegationIsErased() {
        EventEnvelope parent = filled(said(here, "u1", "parent", BEFORE), "planned");
        erase(conversation(here));
        EventEnvelope child = delegate(parent, "late task");
        steps();
        delegate(child, "later task");
        steps();

        assertNothingIsLeft();
    }

    @Test
    void aDelegationOfALaterRunOfTheConversationStays() {
        filled(said(here, "u1", "parent", BEFORE), "planned");
        erase(conversation(here));

        EventEnvelope later = said(here, "u1", "later", Instant.now().plusSeconds(60));
        open(later, 1);
        intake.events(later);
        delegate(later, "later task");
        steps();

        assertThat(texts()).containsExactlyInAnyOrder("later", "later task", "answer to later task");
    }

    @Test
    void aSecondErasureAndARepeatedEventChangeNothing() {
        EventEnvelope parent = filled(said(here, "u1", "parent", BEFORE), "planned");
        EventEnvelope child = filled(task(parent, "child task"), "child answer");
        Erasure first = erase(conversation(here));

        intake.events(child);
        Erasure second = erase(conversation(here));

        assertNothingIsLeft();
        assertThat(second.isDone()).isTrue();
        assertThat(second.erased().events()).isZero();
        assertThat(found(first).isDone()).isTrue();
        assertThat(found(first).erased().events()).isEqualTo(2);
    }

    @Test
    void manyAreErasedAFewAtATimeByTwoReplicasAndCountedOnce() {
        EventEnvelope parent = filled(said(here, "u1", "parent", BEFORE), "planned");
        intake.events(
                IntStream.range(0, 80).mapToObj(i -> task(parent, "task " + i)).toArray());
        Erasure asked = request(conversation(here));
        PostgresErasureRepository second = new PostgresErasureRepository(database.pool());

        for (int i = 0; i < 400 && !found(asked).isDone(); i++) {
            await(Uni.join().all(erasures.step(), second.step()).andFailFast());
            assertThat(database.count("from context.erasures where root_erasure_id is not null and done_at is null"))
                    .isLessThanOrEqualTo(DelegatedErasures.MOST_OPEN);
        }

        assertNothingIsLeft();
        assertThat(found(asked).erased().events()).isEqualTo(81);
        assertThat(database.count("from context.erasures where root_erasure_id is not null"))
                .isEqualTo(80);
    }

    @Test
    void anActorAloneIsErasedWithWhatContinuedRunsDelegated() {
        EventEnvelope parent = exchange(here, "u1", "parent", "planned");
        open(parent, 1);
        answered(delegated(parent, "task of a timer", null, null, BEFORE), "answer");
        answered(delegated(parent, "task", ActorContext.user("u1", "u1"), null, BEFORE), "answer");

        Erasure receipt = erase(new ErasureTarget.Actor("u1", null));

        assertNothingIsLeft();
        assertThat(receipt.isDone()).isTrue();
        assertThat(receipt.erased().events()).isEqualTo(3);
    }

    @Test
    void anErasureOfAnActorWaitsForTheBatchThatRecordsADelegation() throws Exception {
        EventEnvelope parent = exchange(here, "u1", "parent", "planned");
        open(parent, 1);
        request(new ErasureTarget.Actor("u1", null));
        SqlConnection batch = await(database.pool().getConnection());
        await(batch.query("begin").execute());
        await(batch.query(
                        "select context.record_delegations_v1(array['demo'], array['bot'], array['delegation:x'], array['"
                                + run(parent) + "'::uuid], array[null::text])")
                .execute());
        // The batch has read no erased event, so that only the erasure can find its row.
        await(batch.query("update context.delegated_conversations set erasure_id = null")
                .execute());

        CompletableFuture<Void> erasing = CompletableFuture.runAsync(this::steps, Thread::startVirtualThread);
        Awaitility.await().until(() -> erasing.isDone() || database.count("from pg_locks where not granted") > 0);
        await(batch.query("commit").execute());
        await(batch.close());
        erasing.get();

        assertThat(database.count(
                        "from context.erasures where conversation_id = 'delegation:x' and done_at is not null"))
                .isOne();
    }

    @Test
    void ofADelegationOfAGroupAnErasureOfTheActorTakesTheTaskAlone() {
        EventEnvelope parent = exchange(here, "u1", "parent", "planned");
        exchange(here, "u2", "of another", "answer");
        open(parent, 1);
        answered(delegated(parent, "task", ActorContext.user("u1", "u1"), "group", BEFORE), "answer to task");

        erase(new ErasureTarget.Actor("u1", null));

        assertThat(texts()).containsExactlyInAnyOrder("planned", "of another", "answer", "answer to task");
    }

    @Test
    void auditEntriesOfDelegatedConversationsLoseActorAndConversation() {
        EventEnvelope parent = filled(said(here, "u1", "parent", BEFORE), "planned");
        EventEnvelope old = delegate(parent, "old task");
        EventEnvelope recent = delegate(parent, "recent task");
        intake.audit(retrieval("u1", reference(old)), retrieval("u1", reference(recent)), retrieval("u1", other));
        sql(
                "update context.delegated_conversations set recorded_at = now() - interval '9 days' where conversation_id = '"
                        + old.conversationId() + "'");

        erase(conversation(here));

        assertThat(details())
                .containsExactlyInAnyOrder(
                        "bot=bot sender=erased session=erased found=3",
                        "bot=bot sender=erased session=erased found=3",
                        "bot=bot sender=u1 session=" + session(other) + " found=3");
    }

    private static ErasureTarget conversation(ConversationRef where) {
        return new ErasureTarget.Conversation(where.botId(), where.conversationId(), null);
    }

    private static ConversationRef reference(EventEnvelope event) {
        return ConversationRef.of(event.conversationKey()).orElseThrow();
    }

    private static EventEnvelope task(EventEnvelope by, String task) {
        return delegated(by, task, ActorContext.user("u1", "u1"), null, Instant.now());
    }

    private EventEnvelope delegate(EventEnvelope by, String task) {
        open(by, 1);
        return answered(task(by, task), "answer to " + task);
    }

    private EventEnvelope answered(EventEnvelope event, String answer) {
        intake.events(event);
        open(event, 1);
        intake.results(results(event, 1, 1, started(event, null), message(answer)));
        return event;
    }

    /** Stores the event, and its run with everything that a run may store. */
    private EventEnvelope filled(EventEnvelope event, String answer) {
        intake.events(event);
        open(event, 1);
        assertThat(set(event, "o")).isInstanceOf(StateWrite.Written.class);
        artifact(event, "a", "made for " + answer);
        sql("insert into context.raw_payloads (workspace_id, event_id, bot_id, conversation_id, sha256, payload)"
                + " values ('demo', '" + event.eventId() + "', 'bot', '" + event.conversationId() + "', 's', 'x')");
        intake.results(results(event, 1, 1, started(event, null), message(answer)));
        intake.receipts(receipt(event));
        return event;
    }

    private void assertNothingIsLeft() {
        for (String table : OF_CONVERSATIONS) {
            assertThat(database.count("from context." + table)).as(table).isZero();
        }
    }

    private List<@Nullable String> erasedWithAnswers() {
        return database.rows("select event_id from context.erased_events where answers").stream()
                .map(row -> row.getString(0))
                .toList();
    }

    private static String[] ids(EventEnvelope... events) {
        return Stream.of(events).map(event -> event.eventId().toString()).toArray(String[]::new);
    }
}
