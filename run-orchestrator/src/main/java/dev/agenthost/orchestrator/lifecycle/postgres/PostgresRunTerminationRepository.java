package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.lifecycle.finish.PublishedTermination;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationRepository;
import dev.agenthost.orchestrator.lifecycle.finish.TurnRelease;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.UnreadableRunListener;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import java.util.List;
import java.util.UUID;

/** Ends in {@code runs.runs}, turns released by the function {@code runs.mark_v1}. */
public final class PostgresRunTerminationRepository implements RunTerminationRepository {
    // A repetition finds its own bytes stored, and returns the result of the first call. A run that fails by itself
    // ends its chain: what could continue it is withdrawn at once, before its turn is released, or by the next poll if
    // this replica dies.
    static final String STORE = """
            WITH ends AS (
                SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::int[], $5::uuid[], $6::int[], $7::bytea[],
                    $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]) WITH ORDINALITY
                    AS e (workspace_id, run_id, state, attempt, owner, ended_attempt, terminal, headers, type, code,
                        sentence, usage, ordinal)),
            stored AS (
                UPDATE runs.runs r SET state = 'ended', attempt = e.ended_attempt, ended_at = clock_timestamp(),
                    terminal = e.terminal, terminal_headers = e.headers, outcome_type = e.type, outcome_code = e.code,
                    outcome_sentence = e.sentence, usage = e.usage, publish_after = clock_timestamp() + interval '2 seconds'
                FROM ends e
                WHERE r.workspace_id = e.workspace_id AND r.run_id = e.run_id AND r.state = e.state
                    AND r.attempt = e.attempt AND (e.owner IS NULL OR r.owner = e.owner)
                RETURNING e.ordinal, r.workspace_id, r.run_id, %s AND %s AS ends_chain),
            withdrawn AS (
                INSERT INTO runs.cancellations AS c (workspace_id, run_id, reason, requested_at)
                SELECT s.workspace_id, s.run_id, 'the run that it continues has failed', clock_timestamp()
                FROM stored s WHERE s.ends_chain
                ON CONFLICT (workspace_id, run_id) DO UPDATE SET requested_at = excluded.requested_at, applied = false)
            SELECT EXISTS (SELECT FROM stored s WHERE s.ordinal = e.ordinal AND s.ends_chain) AS ends_chain,
                EXISTS (SELECT FROM stored s WHERE s.ordinal = e.ordinal)
                OR EXISTS (SELECT FROM runs.runs r WHERE r.workspace_id = e.workspace_id AND r.run_id = e.run_id
                           AND r.state = 'ended' AND r.attempt = e.ended_attempt AND r.terminal = e.terminal) AS stored
            FROM ends e ORDER BY e.ordinal""".formatted(RunChain.HAS_FAILED.formatted("r"), RunChain.HAS_OTHERS.formatted("r"));
    static final String MARK = "SELECT * FROM runs.mark_v1($1, $2, $3, $4, $5::text::jsonb)";
    private static final String UNPUBLISHED = """
            UPDATE runs.runs r SET publish_after = clock_timestamp() + interval '5 seconds'
            WHERE (r.workspace_id, r.run_id) IN (
                SELECT u.workspace_id, u.run_id FROM runs.runs u
                WHERE u.publish_after < clock_timestamp() AND u.state = 'ended'
                ORDER BY u.publish_after LIMIT $1 FOR UPDATE SKIP LOCKED)
            RETURNING r.workspace_id, r.run_id, r.conversation_key, r.runner_id, r.terminal, r.terminal_headers""";

    private final Statements statements;
    private final RunLists lists;

    private record Stored(boolean isStored, boolean endsChain) {}

    public PostgresRunTerminationRepository(Pool pool, UnreadableRunListener unreadable) {
        this.statements = new Statements(pool);
        this.lists = new RunLists(statements, unreadable);
    }

    @Override
    public Uni<List<Boolean>> store(List<RunTermination> ends) {
        return statements
                .list(
                        row -> new Stored(row.getBoolean("stored"), row.getBoolean("ends_chain")),
                        STORE,
                        new RunTerminationColumns(ends).all())
                .call(stored -> stored.stream().anyMatch(Stored::endsChain)
                        ? statements.run(PostgresCancellationRepository.APPLY_LATE)
                        : Uni.createFrom().voidItem())
                .map(stored -> stored.stream().map(Stored::isStored).toList())
                .invoke(() -> FailPoint.at("orchestrator.80-stored"));
    }

    @Override
    public Uni<TurnRelease> mark(List<PublishedTermination> published, Incarnation owner, SlotReservation reservation) {
        String[] workspaces = new String[published.size()];
        UUID[] runs = new UUID[published.size()];
        String[] positions = new String[published.size()];
        for (int i = 0; i < runs.length; i++) {
            workspaces[i] = published.get(i).key().workspaceId();
            runs[i] = published.get(i).key().runId().value();
            positions[i] = published.get(i).position().toString();
        }
        return lists.list(
                        "o_",
                        row -> released(row, reservation),
                        MARK,
                        workspaces,
                        runs,
                        positions,
                        owner.value(),
                        SlotPoolJson.json(reservation))
                .map(TurnRelease::all)
                .invoke(released -> {
                    FailPoint.at("orchestrator.95-marked");
                    if (!released.claimed().isEmpty()) {
                        FailPoint.at("orchestrator.30-claimed");
                    }
                });
    }

    @Override
    public Uni<List<Unpublished>> unpublished(int most) {
        return statements.list(PostgresRunTerminationRepository::unpublished, UNPUBLISHED, most);
    }

    private static TurnRelease released(Row row, SlotReservation reservation) {
        return row.getString("o_outcome").equals("steered")
                ? new TurnRelease(
                        List.of(),
                        List.of(new RunKey(row.getString("o_workspace_id"), new RunId(row.getUUID("o_run_id")))))
                : new TurnRelease(
                        List.of(RunRowMapper.promoted(row).in(reservation.pool(row.getInteger("o_pool")))), List.of());
    }

    private static Unpublished unpublished(Row row) {
        ResultRecord terminal = new ResultRecord(
                new RunKey(row.getString("workspace_id"), new RunId(row.getUUID("run_id"))),
                row.getString("conversation_key"),
                false,
                true,
                row.getBuffer("terminal").getBytes(),
                HeaderColumn.read(row.getString("terminal_headers")));
        String runner = row.getString("runner_id");
        return new Unpublished(terminal, runner == null ? "" : runner);
    }
}
