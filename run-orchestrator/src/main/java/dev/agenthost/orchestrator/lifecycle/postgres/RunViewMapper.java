package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Maps rows to {@link RunView}. */
public final class RunViewMapper {
    private RunViewMapper() {}

    public static RunView view(Row row) {
        Resolution resolution = resolution(row);
        EventEnvelope event = resolution == null ? null : resolution.event();
        BindingSnapshot binding = resolution != null && resolution.outcome() instanceof ResolutionOutcome.Bound bound
                ? bound.binding()
                : null;
        return new RunView(
                new RunId(row.getUUID("run_id")),
                row.getString("trace_id"),
                event == null ? null : event.eventId(),
                event == null ? null : event.botId(),
                event == null ? null : event.conversationId(),
                event == null ? null : event.threadId(),
                row.getString("state"),
                row.getInteger("attempt"),
                binding == null ? null : binding.runnerId().toString(),
                binding == null ? null : binding.bindingId(),
                binding == null ? null : binding.agentId(),
                RunRowMapper.time(row, "admitted_at"),
                RunRowMapper.timeOrNull(row, "claimed_at"),
                RunRowMapper.timeOrNull(row, "deadline_at"),
                RunRowMapper.timeOrNull(row, "cancel_requested_at"),
                row.getString("cancel_reason"),
                RunRowMapper.timeOrNull(row, "ended_at"),
                outcome(row));
    }

    /** Returns the failure text of the terminal record; the last result of the record is the terminal one. */
    public static Optional<String> error(Row row) {
        try {
            RunResults results = ProtocolCodec.decode(row.getBuffer("terminal").getBytes(), RunResults.class);
            return ResultCodec.decode(results.results().getLast()) instanceof DecodeResult.Known known
                            && known.payload() instanceof RunFailed failed
                            && !failed.error().isBlank()
                    ? Optional.of(failed.error())
                    : Optional.empty();
        } catch (UndecodableException e) {
            return Optional.empty();
        }
    }

    /** Returns null if the run has no readable resolution; the outcome of the run is still available. */
    private static @Nullable Resolution resolution(Row row) {
        Buffer stored = row.getBuffer("resolution");
        try {
            return stored == null ? null : ProtocolCodec.decode(stored.getBytes(), Resolution.class);
        } catch (UndecodableException e) {
            return null;
        }
    }

    private static RunView.@Nullable Outcome outcome(Row row) {
        String type = row.getString("outcome_type");
        return type == null
                ? null
                : new RunView.Outcome(
                        type,
                        row.getString("outcome_code"),
                        row.getString("outcome_sentence"),
                        RunRowMapper.usage(row.getString("usage")));
    }
}
