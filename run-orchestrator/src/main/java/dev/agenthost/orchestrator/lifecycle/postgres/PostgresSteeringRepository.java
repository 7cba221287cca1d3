package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.lifecycle.Injection;
import dev.agenthost.orchestrator.lifecycle.SteeredMessage;
import dev.agenthost.orchestrator.lifecycle.SteeringRepository;
import dev.agenthost.orchestrator.lifecycle.SteeringTarget;
import dev.agenthost.orchestrator.lifecycle.WaitingMessage;
import dev.agenthost.orchestrator.run.UnreadableRunListener;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** Messages in {@code runs.steering}, delivered by the function {@code runs.steer_v1}; {@code runs.mark_v1} decides their outcome. */
public final class PostgresSteeringRepository implements SteeringRepository {
    private static final String WAITING = """
            SELECT w.workspace_id, w.run_id, w.trace_id, w.resolution FROM (
                SELECT r.workspace_id, r.run_id, r.trace_id, r.resolution, r.request_offset,
                    coalesce(sum(octet_length(r.resolution)) OVER (ORDER BY r.request_offset
                        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
                FROM runs.runs r LEFT JOIN runs.steering s ON s.workspace_id = r.workspace_id AND s.run_id = r.run_id
                WHERE r.conversation_key = $1 AND r.state = 'waiting' AND r.cancel_requested_at IS NULL
                    AND (s.run_id IS NULL OR s.into_run_id <> $2 OR s.into_attempt <> $3 OR s.operation = $4)) w
            WHERE w.bytes_before < $5 ORDER BY w.request_offset LIMIT $6""";
    private static final String STEER = "SELECT * FROM runs.steer_v1($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    private static final String RETURN = "SELECT runs.return_steering_v1($1, $2, $3, $4, $5)";

    private final Statements statements;
    private final RunLists lists;

    public PostgresSteeringRepository(Pool pool, UnreadableRunListener unreadable) {
        this.statements = new Statements(pool);
        this.lists = new RunLists(statements, unreadable);
    }

    @Override
    public Uni<List<WaitingMessage>> waiting(SteeringTarget into, String operation, int most, long mostBytes) {
        return lists.list(
                "",
                PostgresSteeringRepository::message,
                WAITING,
                into.conversationKey(),
                into.key().runId().value(),
                into.attempt(),
                operation,
                mostBytes,
                most);
    }

    @Override
    public Uni<Set<SteeredMessage>> deliver(SteeringTarget into, String operation, List<Injection> injections) {
        UUID[] runs = new UUID[injections.size()];
        String[] sentences = new String[runs.length];
        Buffer[] terminals = new Buffer[runs.length];
        String[] headers = new String[runs.length];
        for (int i = 0; i < runs.length; i++) {
            Injection injection = injections.get(i);
            runs[i] = injection.runId().value();
            sentences[i] = Objects.requireNonNullElse(injection.outcome().sentence(), "");
            terminals[i] = Buffer.buffer(injection.terminal().value());
            headers[i] = HeaderColumn.write(injection.terminal().headers());
        }
        return statements
                .list(
                        row -> new SteeredMessage(new RunId(row.getUUID("o_run_id")), row.getBoolean("o_redelivered")),
                        STEER,
                        into.key().workspaceId(),
                        into.conversationKey(),
                        into.key().runId().value(),
                        into.attempt(),
                        operation,
                        runs,
                        sentences,
                        terminals,
                        headers)
                .map(Set::copyOf);
    }

    @Override
    public Uni<Void> returnMessages(SteeringTarget into, String operation) {
        return statements
                .run(
                        RETURN,
                        into.key().workspaceId(),
                        into.conversationKey(),
                        into.key().runId().value(),
                        into.attempt(),
                        operation)
                .replaceWithVoid();
    }

    private static WaitingMessage message(Row row) {
        return new WaitingMessage(RunRowMapper.resolution(row, "resolution"), row.getString("trace_id"));
    }
}
