package dev.agenthost.orchestrator.lifecycle.postgres;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.RecordPosition;
import io.vertx.mutiny.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Rows of {@code runs.runs} to records. */
public final class RunRowMapper {
    /** The columns that {@link #stored} reads. */
    public static final String STORED =
            "r.workspace_id, r.run_id, r.state, r.attempt, r.owner, r.touched, r.losses, r.trace_id, r.queue_failure_code,"
                    + " r.resolution";

    private static final int MOST_USAGE = 1024;

    private RunRowMapper() {}

    public static StoredRun stored(Row row) {
        String failureCode = row.getString("queue_failure_code");
        FailureCode code = failureCode == null
                ? FailureCode.RUNNER_UNAVAILABLE
                : FailureCode.ofWire(failureCode).orElse(FailureCode.RUNNER_UNAVAILABLE);
        return new StoredRun(resolution(row, "resolution"), state(row), row.getString("trace_id"), code);
    }

    static RunState state(Row row) {
        int attempt = row.getInteger("attempt");
        return switch (row.getString("state")) {
            case "waiting" -> new RunState.Waiting();
            case "queued" -> new RunState.Queued(attempt);
            case "running" -> running(row);
            case "ended" -> new RunState.Ended(attempt);
            default -> throw new IllegalStateException("a state that the schema does not allow");
        };
    }

    public static RunState.Running running(Row row) {
        return new RunState.Running(
                row.getInteger("attempt"),
                new Incarnation(row.getUUID("owner")),
                row.getBoolean("touched"),
                row.getInteger("losses"));
    }

    static String state(RunState state) {
        return switch (state) {
            case RunState.Waiting waiting -> "waiting";
            case RunState.Queued queued -> "queued";
            case RunState.Running running -> "running";
            case RunState.Ended ended -> "ended";
        };
    }

    /** Reads a run that was claimed from the queue. */
    public static ClaimedRun claimed(Row row) {
        return claimed(row, row.getInteger("o_losses"));
    }

    /** Reads a run whose turn came. */
    public static ClaimedRun promoted(Row row) {
        return claimed(row, 0);
    }

    private static ClaimedRun claimed(Row row, int losses) {
        return new ClaimedRun(
                resolution(row, "o_resolution"),
                row.getInteger("o_attempt"),
                time(row, "o_claimed_at"),
                time(row, "o_deadline_at"),
                position(row.getString("o_previous_turn")),
                row.getString("o_trace_id"),
                losses,
                null);
    }

    public static Resolution resolution(Row row, String column) {
        try {
            return ProtocolCodec.decode(row.getBuffer(column).getBytes(), Resolution.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a stored resolution is unreadable", e);
        }
    }

    /** The usage as the text of the runner's JSON; an object larger than a kilobyte is omitted. */
    static @Nullable String usage(@Nullable JsonNode reported) {
        if (reported == null) {
            return null;
        }
        byte[] json = ProtocolCodec.encode(reported);
        return json.length > MOST_USAGE ? null : new String(json, StandardCharsets.UTF_8);
    }

    static @Nullable JsonNode usage(@Nullable String text) {
        try {
            return text == null ? null : ProtocolCodec.decode(text.getBytes(StandardCharsets.UTF_8), JsonNode.class);
        } catch (UndecodableException e) {
            return null;
        }
    }

    public static @Nullable RecordPosition position(@Nullable String text) {
        return text == null ? null : RecordPosition.parse(text);
    }

    public static Instant time(Row row, String column) {
        return row.getOffsetDateTime(column).toInstant();
    }

    static @Nullable Instant timeOrNull(Row row, String column) {
        OffsetDateTime time = row.getOffsetDateTime(column);
        return time == null ? null : time.toInstant();
    }
}
