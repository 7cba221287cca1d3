package dev.agenthost.context.transcript.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.about;
import static dev.agenthost.context.fixture.Records.event;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.context.datalifecycle.ExportPart;
import dev.agenthost.context.datalifecycle.postgres.PostgresErasureRepository;
import dev.agenthost.context.datalifecycle.postgres.PostgresExportRepository;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.transcript.TranscriptPageRequest;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.history.HistoryDirection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that a recalled message is marked as long as the log has its recall, and no other one is. */
class RecallsTest {
    private final ConversationRef here = new ConversationRef("demo", "bot", "c", "");
    private final ConversationRef thread = new ConversationRef("demo", "bot", "c", "t");
    private final ConversationRef elsewhere = new ConversationRef("demo", "bot", "c2", "");
    private Database database;
    private Intake intake;

    @BeforeEach
    void open() {
        database = new Database();
        intake = new Intake(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void onlyTheNamedMessageIsMarked() {
        EventEnvelope one = about("m-1", said(here, "one"));
        intake.events(one, about("m-2", said(here, "two")), said(here, "of no id"));
        intake.results(results(one, 1, 1, started(one, null), Records.completed("answer")));
        intake.events(about("m-1", said(thread, "thread")), about("m-1", said(elsewhere, "elsewhere")));

        intake.events(recall(here, "m-1"), recall(here, "m-1"), recall(here, "m-9"));

        assertThat(recalled(here)).containsExactly("one");
        assertThat(recalled(thread)).isEmpty();
        assertThat(recalled(elsewhere)).isEmpty();
    }

    @Test
    void aRecallMayArriveBeforeItsMessage() {
        intake.events(recall(here, "m-1"), about("m-1", said(here, "late")));

        assertThat(recalled(here)).containsExactly("late");
    }

    @Test
    void aRecallWithoutAMessageMarksNothing() {
        intake.events(about("m-1", said(here, "one")), event(here, "message.recalled", AgentInput.empty()));
        intake.events(about("m-1", event(here, "message.edited", AgentInput.empty())));

        assertThat(recalled(here)).isEmpty();
        assertThat(database.count("from context.recalls")).isZero();
    }

    @Test
    void anIdOfAnyLengthIsOne() {
        String longId = "ü".repeat(20_000);
        intake.events(about(longId, said(here, "one")), recall(here, longId));

        assertThat(recalled(here)).containsExactly("one");
    }

    @Test
    void itIsErasedWithTheConversation() {
        database.rows("select context.prepare_event_log_v1(2)");
        intake.events(about("m-1", said(here, "one")), recall(here, "m-1"));
        intake.events(about("m-1", said(elsewhere, "elsewhere")), recall(elsewhere, "m-1"));

        erase(new ErasureTarget.Conversation("bot", "c", null));

        assertThat(database.count("from context.recalls")).isEqualTo(1);
        assertThat(recalled(elsewhere)).containsExactly("elsewhere");
    }

    @Test
    void recallsOfTheDefaultPartitionAreErasedAndSurviveAMove() {
        intake.events(about("m-1", said(here, "one")), recall(here, "m-1"));
        intake.events(about("m-1", said(elsewhere, "elsewhere")), recall(elsewhere, "m-1"));
        assertThat(database.count("from context.event_log_default")).isEqualTo(4);

        erase(new ErasureTarget.Conversation("bot", "c", null));
        assertThat(database.count("from context.recalls")).isEqualTo(1);
        database.rows("select context.prepare_event_log_v1(2)");

        assertThat(database.count("from context.event_log_default")).isZero();
        assertThat(recalled(elsewhere)).containsExactly("elsewhere");
    }

    @Test
    void anExportHasTheRecall() throws Exception {
        intake.events(about("m-1", said(here, "one")), about("m-2", said(here, "two")), recall(here, "m-1"));

        List<JsonNode> lines = new PostgresExportRepository(database.pool())
                        .read(new ConversationScope("demo", "bot", "c", null))
                        .collect()
                        .asList()
                        .await()
                        .indefinitely()
                        .stream()
                        .filter(part -> part.kind() == ExportPart.Kind.TRANSCRIPT)
                        .flatMap(part -> part.lines().stream())
                        .map(RecallsTest::json)
                        .toList();

        assertThat(lines)
                .extracting(line -> line.at("/metadata/recalled").asBoolean())
                .containsExactly(true, false);
    }

    private static EventEnvelope recall(ConversationRef where, String message) {
        return about(message, event(where, "message.recalled", AgentInput.empty()));
    }

    private void erase(ErasureTarget target) {
        PostgresErasureRepository erasures = new PostgresErasureRepository(database.pool());
        UUID id = UUID.randomUUID();
        AuditEntry audit = new AuditEntry(
                id.toString(),
                Records.NOW,
                "context-store",
                "demo",
                null,
                null,
                "k",
                "erasure.create",
                null,
                null,
                AuditResult.ALLOWED,
                null,
                null);
        await(erasures.request("demo", id, target, audit));
        for (int i = 0; await(erasures.step()); i++) {
            assertThat(i).isLessThan(99);
        }
    }

    private List<String> recalled(ConversationRef where) {
        return await(new PostgresTranscriptRepository(database.pool())
                        .read(new TranscriptPageRequest(where, null, null, 50, HistoryDirection.FORWARD)))
                .items()
                .stream()
                .filter(item -> item.entry().metadata().path("recalled").asBoolean())
                .map(item -> item.entry().content())
                .toList();
    }

    private static JsonNode json(String line) {
        try {
            return ProtocolCodec.readTree(line);
        } catch (UndecodableException e) {
            throw new IllegalStateException(e);
        }
    }
}
