package dev.agenthost.orchestrator.erasure.postgres;

import dev.agenthost.orchestrator.erasure.RunDataRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.RunRowMapper;
import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.store.ErasedEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Erases rows of schema {@code runs}. The row of an ended run stays with its ids, times and outcome, so that a repeated request is
 * recognised.
 */
public final class PostgresRunDataRepository implements RunDataRepository {
    private static final String LAST = "SELECT workspace_id, event_id, erased_at FROM runs.erasure_cursor";

    private static final String STORE = """
            WITH stored AS (
                INSERT INTO runs.erased_runs AS e (workspace_id, run_id, event_id, answers, erased_at)
                SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::boolean[], $5::timestamptz[])
                ON CONFLICT (workspace_id, run_id) DO UPDATE SET answers = e.answers OR excluded.answers)
            INSERT INTO runs.erasure_cursor AS c (workspace_id, event_id, erased_at) VALUES ($6, $7, $8)
            ON CONFLICT (one) DO UPDATE
                SET workspace_id = excluded.workspace_id, event_id = excluded.event_id, erased_at = excluded.erased_at
                WHERE c.erased_at <= excluded.erased_at""";

    private static final String ERASE = """
            WITH due AS (
                SELECT e.* FROM runs.erased_runs e WHERE e.due_at <= clock_timestamp()
                ORDER BY e.due_at LIMIT $1 FOR UPDATE SKIP LOCKED),
            ready AS (
                SELECT d.* FROM due d LEFT JOIN runs.runs r ON r.workspace_id = d.workspace_id AND r.run_id = d.run_id
                WHERE r.state = 'ended' AND r.publish_after IS NULL
                    OR r.run_id IS NULL AND d.erased_at < clock_timestamp() - interval '1 hour'),
            whole AS (SELECT workspace_id, run_id FROM ready WHERE answers),
            views AS (
                DELETE FROM runs.graph_views v USING whole w
                WHERE v.workspace_id = w.workspace_id AND (v.run_id = w.run_id OR v.latest_run_id = w.run_id)),
            questions AS (
                DELETE FROM runs.interactions i USING whole w WHERE i.workspace_id = w.workspace_id AND i.run_id = w.run_id),
            responses AS (
                DELETE FROM runs.interactions i USING ready d
                WHERE i.workspace_id = d.workspace_id AND i.event_id = d.event_id AND i.submitted_at IS NOT NULL
                    AND NOT EXISTS (SELECT FROM whole w WHERE w.workspace_id = i.workspace_id AND w.run_id = i.run_id)),
            events AS (
                DELETE FROM runs.host_events h USING ready d
                WHERE h.workspace_id = d.workspace_id AND (h.event_id = d.event_id OR d.answers AND h.parent_run_id = d.run_id)),
            delegations AS (
                DELETE FROM runs.delegations g USING whole w
                WHERE g.workspace_id = w.workspace_id AND g.origin_run_id = w.run_id),
            steering AS (
                DELETE FROM runs.steering s USING ready d WHERE s.workspace_id = d.workspace_id AND s.run_id = d.run_id),
            grants AS (
                DELETE FROM runs.grants g USING ready d WHERE g.workspace_id = d.workspace_id AND g.run_id = d.run_id),
            cancellations AS (
                DELETE FROM runs.cancellations c USING ready d WHERE c.workspace_id = d.workspace_id AND c.run_id = d.run_id),
            runs AS (
                UPDATE runs.runs r SET resolution = NULL, cancel_reason = NULL,
                    terminal = CASE WHEN d.answers THEN ''::bytea ELSE r.terminal END,
                    outcome_sentence = CASE WHEN d.answers THEN NULL ELSE r.outcome_sentence END,
                    usage = CASE WHEN d.answers THEN NULL ELSE r.usage END
                FROM ready d WHERE r.workspace_id = d.workspace_id AND r.run_id = d.run_id),
            done AS (
                DELETE FROM runs.erased_runs e USING ready d WHERE e.workspace_id = d.workspace_id AND e.run_id = d.run_id),
            later AS (
                UPDATE runs.erased_runs e SET due_at = clock_timestamp() + interval '1 minute' FROM due d
                WHERE e.workspace_id = d.workspace_id AND e.run_id = d.run_id
                    AND NOT EXISTS (SELECT FROM ready y WHERE y.workspace_id = d.workspace_id AND y.run_id = d.run_id))
            SELECT count(*)::int AS due FROM due""";

    private final Statements statements;

    public PostgresRunDataRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<Optional<ErasedEvent>> last() {
        return statements
                .list(
                        row -> new ErasedEvent(
                                row.getString("workspace_id"),
                                new EventId(row.getUUID("event_id")),
                                false,
                                RunRowMapper.time(row, "erased_at")),
                        LAST)
                .map(found -> found.stream().findFirst());
    }

    @Override
    public Uni<Void> store(List<ErasedEvent> events) {
        ErasedEvent last = events.getLast();
        return statements
                .run(
                        STORE,
                        events.stream().map(ErasedEvent::workspaceId).toArray(String[]::new),
                        events.stream()
                                .map(event -> RunIds.of(event.workspaceId(), event.eventId(), 0)
                                        .value())
                                .toArray(UUID[]::new),
                        events.stream().map(event -> event.eventId().value()).toArray(UUID[]::new),
                        events.stream().map(ErasedEvent::answers).toArray(Boolean[]::new),
                        events.stream()
                                .map(event -> event.erasedAt().atOffset(ZoneOffset.UTC))
                                .toArray(OffsetDateTime[]::new),
                        last.workspaceId(),
                        last.eventId().value(),
                        last.erasedAt().atOffset(ZoneOffset.UTC))
                .replaceWithVoid();
    }

    @Override
    public Uni<Integer> erase(int most) {
        return statements.list(row -> row.getInteger("due"), ERASE, most).map(List::getFirst);
    }
}
