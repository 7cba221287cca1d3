package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.receipt;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.artifact.ArtifactWrite;
import dev.agenthost.context.artifact.NewArtifact;
import dev.agenthost.context.artifact.postgres.PostgresArtifactRepository;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.datalifecycle.Erasure;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.run.RunStart;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.context.state.StateKey;
import dev.agenthost.context.state.StateWrite;
import dev.agenthost.context.state.postgres.PostgresStateRepository;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.topic.ConversationKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A real database with messages, and their erasures. */
abstract class ErasuresCase {
    static final Instant BEFORE = Records.NOW;
    static final RunnerId RUNNER = RunnerId.parse("plugin:agenthost/echo/default");

    final ConversationRef here = new ConversationRef("demo", "bot", "c/1 ä", "");
    final ConversationRef thread = new ConversationRef("demo", "bot", "c/1 ä", "t");
    final ConversationRef other = new ConversationRef("demo", "bot", "c/1 ä2", "");
    Database database;
    Intake intake;
    PostgresErasureRepository erasures;
    PostgresRunStartRepository starts;
    PostgresStateRepository state;

    @BeforeEach
    void open() {
        database = new Database();
        intake = new Intake(database);
        erasures = new PostgresErasureRepository(database.pool());
        starts = new PostgresRunStartRepository(database.pool());
        state = new PostgresStateRepository(database.pool());
    }

    @AfterEach
    void close() {
        database.close();
    }

    EventEnvelope exchange(ConversationRef where, String actor, String text, String answer) {
        EventEnvelope event = said(where, actor, text, BEFORE);
        intake.events(event);
        intake.results(results(event, 1, 1, started(event, null), message(answer)));
        intake.receipts(receipt(event));
        return event;
    }

    RunStart open(EventEnvelope event, int attempt) {
        return await(starts.open(new RunContextQuestion(
                event.workspaceId(),
                run(event),
                attempt,
                event.eventId(),
                event.botId(),
                event.conversationId(),
                event.threadId(),
                List.of())));
    }

    StateWrite set(EventEnvelope event, String operation) {
        StateScopeKey scope = new StateScopeKey(
                StateScope.CONVERSATION,
                "bot",
                "b1",
                RUNNER,
                StateScopeKey.conversation(event.conversationId(), event.threadId()));
        return await(state.set(
                new WriteClaim("demo", run(event).value(), 1, operation),
                new StateKey("demo", scope, "n"),
                TextNode.valueOf("v")));
    }

    void state(ConversationRef where, StateScope scope, String subject) {
        EventEnvelope event = said(where, "u9", "", Instant.now().plusSeconds(60));
        open(event, 1);
        await(state.set(
                new WriteClaim("demo", run(event).value(), 1, "o"),
                new StateKey("demo", new StateScopeKey(scope, "bot", "b1", RUNNER, subject), "n"),
                TextNode.valueOf("v")));
    }

    void artifact(EventEnvelope event, String id, String text) {
        ArtifactOwner owner =
                new ArtifactOwner("demo", run(event), event.botId(), event.conversationId(), event.threadId());
        NewArtifact made = new NewArtifact(
                owner,
                RUNNER,
                id,
                "file",
                "text/plain",
                null,
                Records.object(),
                new ArtifactContent(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(await(new PostgresArtifactRepository(database.pool(), Duration.ofDays(30))
                        .put(new WriteClaim("demo", run(event).value(), 1, id), made)))
                .isInstanceOf(ArtifactWrite.Stored.class);
    }

    static AuditEntry retrieval(String sender, ConversationRef where) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                BEFORE,
                "run-orchestrator",
                "demo",
                null,
                RUNNER.toString(),
                null,
                "retrieve_knowledge",
                "kb",
                null,
                AuditResult.ALLOWED,
                null,
                "bot=bot sender=" + sender + " session=" + session(where) + " found=3");
    }

    static String session(ConversationRef where) {
        return ConversationKey.prefix("demo", "bot", where.conversationId());
    }

    List<String> details() {
        return database
                .rows("select data ->> 'detail' from context.event_log where type = 'retrieve_knowledge'")
                .stream()
                .map(row -> row.getString(0))
                .toList();
    }

    void sql(String sql) {
        await(database.pool().query(sql).execute());
    }

    Erasure erase(ErasureTarget target) {
        Erasure asked = request(target);
        steps();
        return found(asked);
    }

    Erasure request(ErasureTarget target) {
        UUID id = UUID.randomUUID();
        AuditEntry audit = new AuditEntry(
                id.toString(),
                BEFORE,
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
        return await(erasures.request("demo", id, target, audit));
    }

    void steps() {
        for (int i = 0; i < 100 && await(erasures.step()); i++) {
            assertThat(i).isLessThan(99);
        }
    }

    Erasure found(Erasure asked) {
        return await(erasures.find("demo", asked.erasureId())).orElseThrow();
    }

    List<@Nullable String> texts() {
        return database.rows("select content from context.transcript order by conversation, seq").stream()
                .map(row -> row.getString(0))
                .toList();
    }
}
