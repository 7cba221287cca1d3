package dev.agenthost.delivery.run;

import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunStarted;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that an adapter is shown while it speaks.
 *
 * @param attempt that is shown
 * @param seen results up to this sequence were looked at
 * @param unshown text of the current part that was not shown yet
 * @param pieces of the current part that were shown
 * @param isSilenced nothing more of the current part is shown
 */
record RunDeltaState(
        String adapter, DeliveryState state, int attempt, long seen, String unshown, int pieces, boolean isSilenced) {

    /** In UTF-16 units: as JSON it fits into a record, whatever stands in it. */
    static final int LARGEST_PIECE = 256 * 1024;

    /** The run as a batch leaves it; {@code before} is null when this replica has not followed it. */
    static RunDeltaState after(@Nullable RunDeltaState before, String adapter, ResultProgress standing) {
        DeliveryState state = standing.delivery();
        int attempt = standing.highest().attempt();
        RunDeltaState sameAttempt = before != null && before.attempt == attempt ? before : null;
        RunDeltaState samePart = sameAttempt != null
                        && sameAttempt.state.parts() == state.parts()
                        && sameAttempt.state.spoken() == state.spoken()
                ? sameAttempt
                : null;
        // An attempt that may say again what an older one said: what it says is not the next part.
        boolean repeats = state.spoken() < state.said().size();
        return new RunDeltaState(
                adapter,
                state,
                attempt,
                sameAttempt == null ? 0 : sameAttempt.seen,
                samePart == null ? "" : samePart.unshown,
                samePart == null ? 0 : samePart.pieces,
                repeats || samePart != null && samePart.isSilenced);
    }

    /**
     * With what records add to the part that is not over. What another replica read meanwhile is missing, and silences the rest; so does
     * deltas that arrive faster than the surface can show them.
     */
    RunDeltaState with(List<ResultRecord> records) {
        StringBuilder text = new StringBuilder(unshown);
        long last = seen;
        boolean isSilent = isSilenced;
        for (ResultRecord record : records) {
            List<ResultFrame> frames =
                    record.results().attempt() == attempt ? record.results().results() : List.of();
            for (ResultFrame frame : frames) {
                if (frame.sequence() == null || frame.sequence() <= last) {
                    continue;
                }
                isSilent |= frame.sequence() != last + 1;
                last = frame.sequence();
                if (ResultCodec.decode(frame) instanceof DecodeResult.Known(ResultPayload payload)) {
                    if (payload instanceof RunStarted || payload instanceof MessageCompleted) {
                        text.setLength(0);
                        isSilent = isSilenced;
                    } else if (payload instanceof MessageDelta(var chunk) && !isSilent) {
                        text.append(chunk.plainText());
                    }
                }
                isSilent |= text.length() > LARGEST_PIECE;
            }
        }
        return new RunDeltaState(adapter, state, attempt, last, isSilent ? "" : text.toString(), pieces, isSilent);
    }

    /** The next piece; null when there is nothing to show. */
    @Nullable
    OutboundDelta piece(RunKey key) {
        return isSilenced || unshown.isEmpty() || state.eventId() == null || state.botId() == null
                ? null
                : new OutboundDelta(
                        key.runId(),
                        part(),
                        attempt,
                        pieces + 1,
                        new EventId(state.eventId()),
                        key.workspaceId(),
                        state.botId(),
                        state.conversationId(),
                        state.threadId(),
                        state.context() == null ? null : state.context().replyTarget(),
                        unshown);
    }

    RunDeltaState shown() {
        return new RunDeltaState(adapter, state, attempt, seen, "", pieces + 1, isSilenced);
    }

    RunDeltaState silenced() {
        return new RunDeltaState(adapter, state, attempt, seen, "", pieces, true);
    }

    int part() {
        return state.parts() + 1;
    }
}
