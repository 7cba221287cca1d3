package dev.agenthost.orchestrator.delegation.postgres;

import dev.agenthost.orchestrator.delegation.DelegationOutcome;
import dev.agenthost.orchestrator.delegation.DelegationRepository;
import dev.agenthost.orchestrator.delegation.NewDelegation;
import dev.agenthost.orchestrator.delegation.ObservedDelegation;
import dev.agenthost.orchestrator.lifecycle.postgres.DelegatedChain;
import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.RunLineage;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.RunUsage;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link DelegationRepository} in {@code runs.delegations}. The ordinal below the root limits concurrent delegations, too. */
@Singleton
public final class PostgresDelegationRepository implements DelegationRepository {
    private static final String STORE = """
            WITH stored AS (
                INSERT INTO runs.delegations (workspace_id, origin_run_id, delegation_id, root_run_id, ordinal, waiting_run_id,
                    delegated_run_id, agent_id, fingerprint, completion, completion_id, max_tokens, max_calls, expires_at)
                SELECT $1, $2, $3, $4, coalesce(max(d.ordinal), 0) + 1, $5, $6, $7, $8, $9, $10, $13, $14,
                    clock_timestamp() + make_interval(secs => $15)
                FROM runs.delegations d WHERE d.workspace_id = $1 AND d.root_run_id = $4
                ON CONFLICT (workspace_id, origin_run_id, delegation_id) DO NOTHING
                RETURNING 1)
            INSERT INTO runs.host_events (workspace_id, event_id, event, publish_after)
            SELECT $1, $11, $12, clock_timestamp() + interval '5 seconds' FROM stored
            ON CONFLICT DO NOTHING
            RETURNING 1""";

    private static final String FINGERPRINT = """
            SELECT fingerprint FROM runs.delegations
            WHERE workspace_id = $1 AND origin_run_id = $2 AND delegation_id = $3""";

    private static final String OBSERVE = """
            UPDATE runs.delegations d SET waiting_run_id = $4, settled_at = CASE
                WHEN d.settled_at IS NULL AND (SELECT last.ends_chain FROM (%s) last)
                THEN clock_timestamp() ELSE d.settled_at END
            WHERE d.workspace_id = $1 AND d.origin_run_id = $2 AND d.delegated_run_id = $3
            RETURNING d.delegated_at, d.tokens, d.model_calls, d.calls""".formatted(DelegatedChain.LAST_RUN);

    /** The delegated chain has ended, and so has the run that waits for it; its end was published first. */
    private static final String COMPLETE = """
            WITH ended AS (
                SELECT d.workspace_id, d.origin_run_id, d.delegation_id FROM runs.delegations d
                JOIN runs.runs waiting ON waiting.workspace_id = d.workspace_id AND waiting.run_id = d.waiting_run_id
                CROSS JOIN LATERAL (%s) last
                WHERE d.settled_at IS NULL AND last.ends_chain AND last.publish_after IS NULL
                    AND waiting.state = 'ended' AND waiting.outcome_type = 'run.completed'
                ORDER BY d.delegated_at LIMIT 100 FOR UPDATE OF d SKIP LOCKED),
            settled AS (
                UPDATE runs.delegations d SET settled_at = clock_timestamp() FROM ended e
                WHERE d.workspace_id = e.workspace_id AND d.origin_run_id = e.origin_run_id AND d.delegation_id = e.delegation_id
                RETURNING d.workspace_id, d.completion_id, d.completion),
            queued AS (
                INSERT INTO runs.host_events (workspace_id, event_id, event, publish_after)
                SELECT workspace_id, completion_id, completion, clock_timestamp() FROM settled WHERE completion IS NOT NULL
                ON CONFLICT DO NOTHING)
            SELECT count(*)::int AS settled FROM settled""".formatted(DelegatedChain.LAST_RUN);

    private static final String CANCEL = """
            WITH abandoned AS (
                SELECT d.workspace_id, d.origin_run_id, d.delegation_id FROM runs.delegations d
                JOIN runs.runs waiting ON waiting.workspace_id = d.workspace_id AND waiting.run_id = d.waiting_run_id
                WHERE d.settled_at IS NULL AND (waiting.cancel_requested_at IS NOT NULL
                    OR waiting.state = 'ended' AND waiting.outcome_type <> 'run.completed')
                ORDER BY d.delegated_at LIMIT 100 FOR UPDATE OF d SKIP LOCKED),
            settled AS (
                UPDATE runs.delegations d SET settled_at = clock_timestamp() FROM abandoned a
                WHERE d.workspace_id = a.workspace_id AND d.origin_run_id = a.origin_run_id AND d.delegation_id = a.delegation_id
                RETURNING d.workspace_id, d.delegated_run_id),
            requested AS (
                INSERT INTO runs.cancellations (workspace_id, run_id, reason, requested_at)
                SELECT d.workspace_id, coalesce((SELECT last.run_id FROM (%s) last), d.delegated_run_id),
                    'the delegating run was cancelled or failed', clock_timestamp() FROM settled d
                ON CONFLICT DO NOTHING)
            SELECT count(*)::int AS settled FROM settled""".formatted(DelegatedChain.LAST_RUN);

    /** The first run has the time of its task as its own deadline. The last run of the chain that continues it ends as cancelled. */
    private static final String EXPIRE = """
            WITH expired AS (
                SELECT d.workspace_id, last.run_id FROM runs.delegations d
                JOIN runs.runs first ON first.workspace_id = d.workspace_id AND first.run_id = d.delegated_run_id
                CROSS JOIN LATERAL (%s) last
                WHERE d.settled_at IS NULL AND d.expires_at < clock_timestamp() AND first.state = 'ended' AND NOT last.ends_chain
                ORDER BY d.delegated_at LIMIT 100),
            requested AS (
                INSERT INTO runs.cancellations (workspace_id, run_id, reason, requested_at)
                SELECT workspace_id, run_id, 'the time of the delegated task is over', clock_timestamp() FROM expired
                ON CONFLICT DO NOTHING)
            SELECT count(*)::int AS settled FROM expired""".formatted(DelegatedChain.LAST_RUN);

    private static final String CHECK_VIOLATION = "23514";
    private static final String UNIQUE_VIOLATION = "23505";
    /** More than the concurrent delegations of one root, each of which can take the ordinal of another once. */
    private static final int MOST_RETRIES = 2 * MOST_OF_ROOT;

    private final Statements statements;

    public PostgresDelegationRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<DelegationOutcome> store(NewDelegation delegation) {
        String workspace = delegation.requested().workspaceId();
        @Nullable EventEnvelope completion = delegation.completion();
        return statements
                .any(
                        STORE,
                        workspace,
                        delegation.lineage().originRunId().value(),
                        delegation.delegationId(),
                        delegation.lineage().rootRunId().value(),
                        delegation.waitingRunId().value(),
                        delegation.delegatedRunId().value(),
                        delegation.agentId(),
                        delegation.fingerprint(),
                        completion == null ? null : json(completion),
                        delegation.completed().eventId().value(),
                        delegation.requested().eventId().value(),
                        json(delegation.requested()),
                        delegation.budget().tokens(),
                        delegation.budget().calls(),
                        delegation.seconds() == null
                                ? null
                                : delegation.seconds().doubleValue())
                .onFailure(why -> isState(why, UNIQUE_VIOLATION))
                .retry()
                .atMost(MOST_RETRIES)
                .chain(isNew -> isNew ? delegated(delegation) : repeated(workspace, delegation))
                .onFailure(why -> isState(why, CHECK_VIOLATION))
                .recoverWithUni(() -> repeated(workspace, delegation));
    }

    private static Uni<DelegationOutcome> delegated(NewDelegation delegation) {
        return Uni.createFrom().item(new DelegationOutcome.Delegated(delegation.delegatedRunId(), true));
    }

    /** The chain has a delegation of that name, or its root has no ordinal left. */
    private Uni<DelegationOutcome> repeated(String workspace, NewDelegation delegation) {
        return statements
                .list(
                        row -> row.getString("fingerprint"),
                        FINGERPRINT,
                        workspace,
                        delegation.lineage().originRunId().value(),
                        delegation.delegationId())
                .map(List::stream)
                .map(found -> found.findFirst()
                        .<DelegationOutcome>map(first -> first.equals(delegation.fingerprint())
                                ? new DelegationOutcome.Delegated(delegation.delegatedRunId(), false)
                                : new DelegationOutcome.NameTaken())
                        .orElseGet(() -> new DelegationOutcome.TooMany(MOST_OF_ROOT)));
    }

    @Override
    public Uni<Optional<ObservedDelegation>> observe(RunKey waiting, RunLineage lineage, RunId delegated) {
        return statements
                .list(
                        row -> new ObservedDelegation(
                                row.getOffsetDateTime("delegated_at").toInstant(),
                                new RunUsage(
                                        row.getLong("tokens"), row.getInteger("model_calls"), row.getInteger("calls"))),
                        OBSERVE,
                        waiting.workspaceId(),
                        lineage.originRunId().value(),
                        delegated.value(),
                        waiting.runId().value())
                .map(found -> found.stream().findFirst());
    }

    @Override
    public Uni<Integer> settle() {
        return count(COMPLETE)
                .chain(completed -> count(CANCEL).map(cancelled -> completed + cancelled))
                .chain(settled -> count(EXPIRE).replaceWith(settled));
    }

    private Uni<Integer> count(String sql) {
        return statements.list(row -> row.getInteger("settled"), sql).map(List::getFirst);
    }

    private static boolean isState(Throwable why, String state) {
        return why instanceof PgException refused && state.equals(refused.getSqlState());
    }

    private static String json(EventEnvelope event) {
        return new String(ProtocolCodec.encode(event), StandardCharsets.UTF_8);
    }
}
