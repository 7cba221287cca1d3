package dev.agenthost.orchestrator.interaction.postgres;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.interaction.ClosedQuestion;
import dev.agenthost.orchestrator.interaction.ClosedQuestionRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.RunRowMapper;
import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** Closed questions in {@code runs.interactions}. */
@Singleton
public final class PostgresClosedQuestionRepository implements ClosedQuestionRepository {
    private static final String UNAUDITED = """
            SELECT workspace_id, run_id, interaction_id, conversation_key, event::json #>> '{parent,runner_id}' AS runner_id,
                expires_at, withdrawn_by
            FROM runs.interactions
            WHERE submitted_at IS NULL AND NOT closure_audited AND expires_at <= clock_timestamp() AND conversation_key <> ''
            ORDER BY expires_at LIMIT\s""" + MOST;

    private static final String AUDIT = """
            WITH audited AS (
                UPDATE runs.interactions SET closure_audited = true
                WHERE workspace_id = $1 AND run_id = $2 AND interaction_id = $3 AND expires_at = $4
                    AND submitted_at IS NULL AND NOT closure_audited
                RETURNING interaction_id)
            INSERT INTO runs.audit_outbox (audit_id, conversation_key, entry) SELECT $5, $6, $7 FROM audited RETURNING audit_id""";

    private final Statements statements;

    public PostgresClosedQuestionRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<List<ClosedQuestion>> unaudited() {
        return statements.list(PostgresClosedQuestionRepository::read, UNAUDITED);
    }

    @Override
    public Uni<Boolean> audit(ClosedQuestion question, AuditRecord entry) {
        return statements
                .list(
                        row -> row.getUUID("audit_id"),
                        AUDIT,
                        question.run().workspaceId(),
                        question.run().runId().value(),
                        question.interactionId(),
                        question.closedAt().atOffset(ZoneOffset.UTC),
                        UUID.fromString(entry.entry().auditId()),
                        entry.key().value(),
                        new String(ProtocolCodec.encode(entry.entry()), StandardCharsets.UTF_8))
                .map(stored -> !stored.isEmpty());
    }

    private static ClosedQuestion read(Row row) {
        return new ClosedQuestion(
                new RunKey(row.getString("workspace_id"), new RunId(row.getUUID("run_id"))),
                row.getString("interaction_id"),
                new ConversationKey(row.getString("conversation_key")),
                row.getString("runner_id"),
                RunRowMapper.time(row, "expires_at"),
                row.getString("withdrawn_by"));
    }
}
