package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.completed;
import static dev.agenthost.context.fixture.Records.delta;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.context.datalifecycle.Rebuild;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.RunFailed;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that a transcript rebuilt from the log equals the original one: every column, to the byte. */
class PostgresRebuildRepositoryTest {
    /** Selects rows as text, which contains every column. */
    private static final String ROWS = "select t::text from context.transcript t order by t.conversation, t.seq";

    private final ConversationRef here = new ConversationRef("demo", "bot", "c", "");
    private final ConversationRef thread = new ConversationRef("demo", "bot", "c", "t");
    private Database database;
    private Intake intake;
    private PostgresRebuildRepository rebuilds;

    @BeforeEach
    void open() {
        database = new Database();
        intake = new Intake(database);
        rebuilds = new PostgresRebuildRepository(database.pool(), new LuceneAnalysis());
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aLostTranscriptIsRebuiltToTheByte() throws Exception {
        corpus();
        List<String> before = rows();
        assertThat(before).hasSize(20);
        database.rows("delete from context.transcript");

        Rebuild rebuild = rebuild();

        assertThat(rows()).isEqualTo(before);
        assertThat(rebuild.isDone()).isTrue();
        assertThat(rebuild.entries()).isEqualTo(20);
        assertThat(rebuild.changed()).isEqualTo(20);
        assertThat(rebuild.removed()).isZero();
    }

    @Test
    void aFailingRebuildWaitsLongerAndDelaysNoOther() {
        intake.events(said(here, "it cannot be written"), said(thread, "it can"));
        run("create function context.refuse() returns trigger language plpgsql as"
                + " $$ begin raise sqlstate '23514'; end $$");
        run("create trigger refuse before insert on context.transcript for each row"
                + " when (new.content = 'it cannot be written') execute function context.refuse()");
        Rebuild failing = request("");
        Rebuild other = request("t");

        steps();

        assertThat(found(other).isDone()).isTrue();
        assertThat(found(failing).isDone()).isFalse();
        assertThat(database.count(
                        "from context.rebuilds where failures = 1 and last_error = '23514' and due_at > now()"))
                .isEqualTo(1);

        run("update context.rebuilds set due_at = now()");
        steps();
        assertThat(database.count("from context.rebuilds where failures = 2 and due_at > now() + interval '6 seconds'"))
                .isEqualTo(1);

        run("drop trigger refuse on context.transcript");
        run("update context.rebuilds set due_at = now()");
        steps();
        assertThat(found(failing).isDone()).isTrue();
        assertThat(database.count("from context.rebuilds where failures > 0")).isZero();
    }

    @Test
    void onlyDifferentEntriesAreWritten() throws Exception {
        corpus();
        List<String> before = rows();
        assertThat(rebuild().changed()).isZero();

        database.rows("update context.transcript set content = 'forged', terms = null where seq = 3");
        database.rows("delete from context.transcript where seq = 5");
        database.rows("""
                insert into context.conversations (workspace_id, bot_id, conversation_id) values ('demo', 'bot', 'more')
                """);
        Rebuild rebuild = rebuild();

        assertThat(rows()).isEqualTo(before);
        assertThat(rebuild.changed()).isPositive();
    }

    @Test
    void entriesWithoutALogRecordAreDeleted() {
        intake.events(said(here, "one"), said(here, "two"), said(here, "three"));
        database.rows("delete from context.event_log where transcript_seq = 2");

        Rebuild rebuild = rebuild();

        assertThat(rebuild.removed()).isEqualTo(1);
        assertThat(texts()).containsExactly("one", "three");
    }

    @Test
    void continuesWithMessagesDuringTheRebuild() {
        intake.events(IntStream.range(0, 450).mapToObj(i -> said(here, "m" + i)).toArray());
        List<String> lost = rows();
        database.rows("delete from context.transcript");
        Rebuild asked = request();
        assertThat(await(rebuilds.step())).isTrue();
        intake.events(said(here, "meanwhile"));
        assertThat(rows()).as("it is not done yet").hasSizeLessThan(451);
        steps();

        assertThat(rows()).hasSize(451).startsWith(lost.toArray(String[]::new));
        assertThat(found(asked).entries()).isEqualTo(451);
        assertThat(found(asked).changed()).isEqualTo(450);
    }

    /** Tests the rebuild of a lost transcript, while an actor of a shared conversation is erased and others write. */
    @Test
    void aRebuildDuringAnErasureAndNewMessagesIsExactToTheByte() throws Exception {
        corpus();
        intake.events(IntStream.range(0, 450)
                .mapToObj(i -> said(here, i % 3 == 0 ? "u2" : "u3", "others " + i, Records.NOW))
                .toArray());
        PostgresErasureRepository erasures = new PostgresErasureRepository(database.pool());
        UUID id = UUID.randomUUID();
        await(erasures.request("demo", id, new ErasureTarget.Actor("u1", "bot"), audit("erasure.create")));
        for (int i = 0; await(erasures.step()); i++) {
            assertThat(i).isLessThan(200);
        }
        assertThat(await(erasures.find("demo", id)).orElseThrow().isDone()).isTrue();
        assertThat(database.count("from context.transcript where metadata ->> 'actor_id' = 'u1'"))
                .isZero();
        List<String> before = rows();
        assertThat(before).hasSizeGreaterThan(455);
        database.rows("delete from context.transcript");

        Rebuild asked = request("");
        int messages = 0;
        while (await(rebuilds.step())) {
            for (int i = 0; i < 50 && messages < 100; i++) {
                intake.events(said(here, "u2", "meanwhile " + messages++, Instant.now()));
            }
        }
        assertThat(messages).isEqualTo(100);
        Rebuild inTheThread = request("t");
        steps();

        List<String> after = rows();
        assertThat(found(asked).isDone()).isTrue();
        assertThat(found(inTheThread).changed()).isPositive();
        assertThat(found(asked).changed() + found(inTheThread).changed()).isEqualTo(before.size());
        assertThat(after).hasSize(before.size() + 100).containsAll(before);
        assertThat(rebuild().changed())
                .as("those that were said meanwhile are right as well")
                .isZero();
        assertThat(rows()).isEqualTo(after);
    }

    @Test
    void erasedEntriesAreNotRebuilt() {
        intake.events(IntStream.range(0, 450).mapToObj(i -> said(here, "m" + i)).toArray());
        request();
        assertThat(await(rebuilds.step())).isTrue();
        PostgresErasureRepository erasures = new PostgresErasureRepository(database.pool());
        UUID id = UUID.randomUUID();
        await(erasures.request("demo", id, new ErasureTarget.Conversation("bot", "c", null), audit("erasure.create")));

        for (int i = 0; i < 20; i++) {
            await(Uni.join().all(rebuilds.step(), erasures.step()).andFailFast());
        }

        assertThat(texts()).isEmpty();
        assertThat(await(erasures.find("demo", id)).orElseThrow().isDone()).isTrue();
        assertThat(rebuild().entries()).isZero();
    }

    @Test
    void isNotFoundByAnotherWorkspace() {
        Rebuild asked = request();

        assertThat(await(rebuilds.find("other", asked.rebuildId()))).isEmpty();
    }

    /**
     * Stores runs that stream only, fail, are silent, are retried or make artifacts, and several, structured, recalled and long messages.
     */
    private void corpus() throws Exception {
        EventEnvelope one = Records.about("m-1", said(here, "one"));
        EventEnvelope failed = said(here, "failed");
        EventEnvelope many = said(thread, "many 数据库");
        EventEnvelope again = said(here, "again");
        EventEnvelope structured = Records.event(here, "message.received", decode("""
                        {"text": null, "contents": [{"type": "text", "text": "look: "},
                            {"type": "image_base64", "image_base64": "aGk=", "n": 1.50, "big": 12345678901234567890}],
                         "attachments": [{"artifact_id": "a", "name": "x.png", "content": "aGk="}]}
                        """, AgentInput.class));
        EventEnvelope made = said(here, "make");
        EventEnvelope only = said(here, "make only");
        EventEnvelope longOne = said(here, "word ".repeat(20_000) + "é🎉");
        intake.events(one, failed, many, again, structured, made, only, longOne);
        intake.events(Records.about("m-1", Records.event(here, "message.recalled", AgentInput.text("one"))));
        intake.audit(Records.audit(one));
        intake.results(
                results(one, 1, 1, started(one, null), delta("stre"), delta("amed"), completed("streamed")),
                results(failed, 1, 1, started(failed, null), message("until it failed"), failure()),
                results(
                        many,
                        1,
                        1,
                        started(many, null),
                        message("first"),
                        message("second"),
                        new MessageCompleted(decode("""
                                {"role": "assistant", "name": "n", "tool_calls": null, "content":
                                    [{"type": "text", "text": "third"}, {"type": "image_url", "url": "https://x.example/1"}]}
                                """, Message.class)),
                        completed("second")),
                results(again, 1, 1, started(again, null), artifact("lost"), message("first attempt")),
                results(again, 2, 1, started(again, null), message("second attempt"), completed(null)),
                results(structured, 1, 1, started(structured, null), completed(null)),
                results(made, 1, 1, started(made, null), artifact("a1"), artifact("a2")));
        intake.results(
                results(made, 1, 4, message("made two"), artifact("a3"), message("made three"), completed(null)));
        intake.results(results(only, 1, 1, started(only, null), message("here"), artifact("a4"), completed("here")));
        intake.results(results(longOne, 1, 1, started(longOne, null), completed("ok")));
    }

    private static ArtifactCreated artifact(String id) {
        return new ArtifactCreated("file", id, "text/plain", id + ".txt", 5L, null, Records.object(), null);
    }

    private static RunFailed failure() {
        return new RunFailed("runner.error", "inside", false, null);
    }

    private static <T> T decode(String json, Class<T> type) throws UndecodableException {
        JsonNode tree = ProtocolCodec.readTree(json);
        return ProtocolCodec.decode(tree, type);
    }

    private Rebuild rebuild() {
        Rebuild asked = request();
        steps();
        return found(asked);
    }

    private Rebuild request() {
        return await(rebuilds.request(
                UUID.randomUUID(), new ConversationScope("demo", "bot", "c", null), audit("transcript.rebuild")));
    }

    private Rebuild request(String threadId) {
        return await(rebuilds.request(
                UUID.randomUUID(), new ConversationScope("demo", "bot", "c", threadId), audit("transcript.rebuild")));
    }

    private void run(String sql) {
        await(database.pool().query(sql).execute());
    }

    private Rebuild found(Rebuild asked) {
        return await(rebuilds.find("demo", asked.rebuildId())).orElseThrow();
    }

    private void steps() {
        int steps = 0;
        while (await(rebuilds.step())) {
            assertThat(steps++).isLessThan(100);
        }
    }

    private static AuditEntry audit(String action) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Records.NOW,
                "context-store",
                "demo",
                null,
                null,
                "k",
                action,
                null,
                null,
                AuditResult.ALLOWED,
                null,
                null);
    }

    private List<String> rows() {
        return database.rows(ROWS).stream().map(row -> row.getString(0)).toList();
    }

    private List<String> texts() {
        return database.rows("select content from context.transcript order by conversation, seq").stream()
                .map(row -> row.getString(0))
                .toList();
    }
}
