package dev.agenthost.orchestrator.interaction.postgres;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.interaction.Question;
import dev.agenthost.orchestrator.interaction.QuestionRepository;
import dev.agenthost.orchestrator.interaction.ResponseOutcome;
import dev.agenthost.orchestrator.interaction.StoredQuestion;
import dev.agenthost.orchestrator.lifecycle.postgres.RunChain;
import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Questions in {@code runs.interactions}. A row lives as long as its run. */
@Singleton
public final class PostgresQuestionRepository implements QuestionRepository {
    private static final String ASK = """
            INSERT INTO runs.interactions AS i
                (workspace_id, run_id, interaction_id, request, actors, token, event, event_id, expires_at, conversation_key)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (workspace_id, run_id, interaction_id) DO UPDATE SET
                request = CASE WHEN i.submitted_at IS NULL THEN excluded.request ELSE i.request END,
                actors = CASE WHEN i.submitted_at IS NULL THEN excluded.actors ELSE i.actors END,
                expires_at = CASE WHEN i.submitted_at IS NULL THEN excluded.expires_at ELSE i.expires_at END,
                withdrawn_by = NULL, closure_audited = false
            RETURNING token""";

    private static final String WITHDRAW = """
            UPDATE runs.interactions SET expires_at = clock_timestamp(), withdrawn_by = 'run ' || $5::text
            WHERE workspace_id = $1 AND conversation_key = $2 AND interaction_id = $3
                AND submitted_at IS NULL AND expires_at > clock_timestamp()
                AND (event::json #>> '{parent,lineage,origin_run_id}')::uuid = $4""";

    private static final String SELECT =
            "SELECT run_id, request, actors, token, event, expires_at, submission, submitted_by, submitted_at FROM runs.interactions ";

    private static final String FIND = SELECT + "WHERE workspace_id = $1 AND run_id = $2 AND interaction_id = $3";

    private static final String LIST = SELECT + "WHERE workspace_id = $1 AND run_id = $2 ORDER BY asked_at LIMIT 100";

    private static final String LATEST = SELECT + """
            WHERE workspace_id = $1 AND conversation_key = $2
                AND (event_id = $3 OR submitted_at IS NULL AND expires_at > clock_timestamp())
            ORDER BY event_id = $3 DESC, asked_at DESC LIMIT 1""";

    /** The event is published unless it is the message that responds. A held event is due at once: its hold alone delays it. */
    private static final String RESPOND = """
            WITH responded AS (
                UPDATE runs.interactions SET submitted_at = $4, submitted_by = $5, submission = $6, event = $7, event_id = $11
                WHERE workspace_id = $1 AND run_id = $2 AND interaction_id = $3
                    AND submitted_at IS NULL AND expires_at > clock_timestamp()
                RETURNING event_id, %s AS held),
            queued AS (
                INSERT INTO runs.host_events (workspace_id, event_id, event, publish_after)
                SELECT $1, event_id, $7, clock_timestamp() + CASE WHEN held THEN interval '0' ELSE interval '5 seconds' END
                FROM responded WHERE $12),
            audited AS (
                INSERT INTO runs.audit_outbox (audit_id, conversation_key, entry) SELECT $8, $9, $10 FROM responded)
            SELECT held FROM responded""".formatted(RunChain.HOLDS_EVENTS.formatted("$1", "$2"));

    private static final String HOLDS = "SELECT %s AS held".formatted(RunChain.HOLDS_EVENTS.formatted("$1", "$2"));

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 16;

    private final Statements statements;

    public PostgresQuestionRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<String> ask(Question question) {
        return statements
                .list(
                        row -> row.getString("token"),
                        ASK,
                        question.run().workspaceId(),
                        question.run().runId().value(),
                        question.interactionId(),
                        json(question.request()),
                        question.actors().toArray(String[]::new),
                        token(),
                        json(question.event()),
                        question.event().eventId().value(),
                        question.expiresAt().atOffset(ZoneOffset.UTC),
                        question.event().conversationKey().value())
                .invoke(stored -> FailPoint.at("orchestrator.62-asked"))
                .map(List::getFirst);
    }

    @Override
    public Uni<Void> withdraw(ClaimedRun run, String interactionId) {
        return statements
                .run(
                        WITHDRAW,
                        run.workspaceId(),
                        run.resolution().event().conversationKey().value(),
                        interactionId,
                        run.lineage().originRunId().value(),
                        run.runId().toString())
                .replaceWithVoid();
    }

    @Override
    public Uni<Optional<StoredQuestion>> find(RunKey run, String interactionId) {
        return statements
                .list(
                        row -> read(run, row),
                        FIND,
                        run.workspaceId(),
                        run.runId().value(),
                        interactionId)
                .map(found -> found.stream().findFirst());
    }

    @Override
    public Uni<List<StoredQuestion>> list(RunKey run) {
        return statements.list(
                row -> read(run, row), LIST, run.workspaceId(), run.runId().value());
    }

    @Override
    public Uni<Optional<StoredQuestion>> latest(String workspaceId, ConversationKey conversation, EventId event) {
        return statements
                .list(
                        row -> read(new RunKey(workspaceId, new RunId(row.getUUID("run_id"))), row),
                        LATEST,
                        workspaceId,
                        conversation.value(),
                        event.value())
                .map(found -> found.stream().findFirst());
    }

    @Override
    public Uni<Boolean> holdsEvents(RunKey run) {
        return statements
                .list(
                        row -> row.getBoolean("held"),
                        HOLDS,
                        run.workspaceId(),
                        run.runId().value())
                .map(List::getFirst);
    }

    @Override
    public Uni<ResponseOutcome> respond(
            RunKey run,
            String interactionId,
            StoredQuestion.Response response,
            EventEnvelope event,
            AuditRecord audit) {
        return respond(run, interactionId, response, event, true, audit);
    }

    @Override
    public Uni<Boolean> reply(
            RunKey run,
            String interactionId,
            StoredQuestion.Response response,
            EventEnvelope message,
            AuditRecord audit) {
        return respond(run, interactionId, response, message, false, audit)
                .map(outcome -> outcome != ResponseOutcome.CLOSED);
    }

    private Uni<ResponseOutcome> respond(
            RunKey run,
            String interactionId,
            StoredQuestion.Response response,
            EventEnvelope event,
            boolean publishes,
            AuditRecord audit) {
        return statements
                .list(
                        row -> row.getBoolean("held") ? ResponseOutcome.HELD : ResponseOutcome.STORED,
                        RESPOND,
                        run.workspaceId(),
                        run.runId().value(),
                        interactionId,
                        response.at().atOffset(ZoneOffset.UTC),
                        response.actorId(),
                        json(response.submission()),
                        json(event),
                        UUID.fromString(audit.entry().auditId()),
                        audit.key().value(),
                        json(audit.entry()),
                        event.eventId().value(),
                        publishes)
                .map(stored -> stored.stream().findFirst().orElse(ResponseOutcome.CLOSED));
    }

    private static StoredQuestion read(RunKey run, Row row) {
        Question question = new Question(
                run,
                // A cancellation closes a question before the time that it was asked for.
                read(row.getString("request"), InteractionRequest.class)
                        .expiring(row.getOffsetDateTime("expires_at").toEpochSecond()),
                List.of(row.getArrayOfStrings("actors")),
                read(row.getString("event"), EventEnvelope.class));
        String submission = row.getString("submission");
        return new StoredQuestion(
                question, row.getString("token"), submission == null ? null : response(row, submission));
    }

    private static StoredQuestion.Response response(Row row, String submission) {
        @Nullable String actor = row.getString("submitted_by");
        Instant at = row.getOffsetDateTime("submitted_at").toInstant();
        return new StoredQuestion.Response(read(submission, InteractionSubmission.class), actor, at);
    }

    private static String token() {
        byte[] random = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    private static String json(Object value) {
        return new String(ProtocolCodec.encode(value), StandardCharsets.UTF_8);
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return ProtocolCodec.decode(json.getBytes(StandardCharsets.UTF_8), type);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a stored " + type.getSimpleName() + " is unreadable", e);
        }
    }
}
