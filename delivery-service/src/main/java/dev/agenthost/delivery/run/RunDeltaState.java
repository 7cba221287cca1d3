package dev.agenthost.delivery.run;

import dev.agenthost.delivery.send.Destination;
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
 * A run whose deltas a bot or an adapter receives.
 *
 * @param to the bot or the adapter
 * @param attempt the attempt whose deltas are published
 * @param lastSequence sequence of the last result that was read
 * @param pendingText text of the current part that is not published yet
 * @param deltaCount number of published deltas of the current part
 * @param isStopped true if no further delta of the current part is published
 */
record RunDeltaState(
        Destination to,
        DeliveryState state,
        int attempt,
        long lastSequence,
        String pendingText,
        int deltaCount,
        boolean isStopped) {

    /** Longest text of a delta in UTF-16 units; the JSON of any such text fits into a record. */
    static final int MAX_DELTA_CHARS = 256 * 1024;

    /** Returns the state after a batch; {@code before} is null if this replica has not followed the run. */
    static RunDeltaState after(@Nullable RunDeltaState before, Destination to, ResultProgress progress) {
        DeliveryState state = progress.delivery();
        int attempt = progress.highest().attempt();
        RunDeltaState sameAttempt = before != null && before.attempt == attempt ? before : null;
        RunDeltaState samePart = sameAttempt != null
                        && sameAttempt.state.parts() == state.parts()
                        && sameAttempt.state.messageCount() == state.messageCount()
                ? sameAttempt
                : null;
        // A message that repeats one of an older attempt is not the next part.
        boolean repeats = state.messageCount() < state.messageDigests().size();
        return new RunDeltaState(
                to,
                state,
                attempt,
                sameAttempt == null ? 0 : sameAttempt.lastSequence,
                samePart == null ? "" : samePart.pendingText,
                samePart == null ? 0 : samePart.deltaCount,
                repeats || samePart != null && samePart.isStopped);
    }

    /**
     * Returns the state with the deltas that the records add to the unfinished part. A gap, because another replica read the records
     * between, stops the part; so does text that exceeds one delta.
     */
    RunDeltaState with(List<ResultRecord> records) {
        StringBuilder text = new StringBuilder(pendingText);
        long last = lastSequence;
        boolean stops = isStopped;
        for (ResultRecord record : records) {
            List<ResultFrame> frames =
                    record.results().attempt() == attempt ? record.results().results() : List.of();
            for (ResultFrame frame : frames) {
                if (frame.sequence() == null || frame.sequence() <= last) {
                    continue;
                }
                stops |= frame.sequence() != last + 1;
                last = frame.sequence();
                if (ResultCodec.decode(frame) instanceof DecodeResult.Known(ResultPayload payload)) {
                    if (payload instanceof RunStarted || payload instanceof MessageCompleted) {
                        text.setLength(0);
                        stops = isStopped;
                    } else if (payload instanceof MessageDelta(var chunk) && !stops) {
                        text.append(chunk.plainText());
                    }
                }
                stops |= text.length() > MAX_DELTA_CHARS;
            }
        }
        return new RunDeltaState(to, state, attempt, last, stops ? "" : text.toString(), deltaCount, stops);
    }

    /** Returns the next delta; null if there is none. */
    @Nullable
    OutboundDelta nextDelta(RunKey key) {
        return isStopped || pendingText.isEmpty() || state.eventId() == null || state.botId() == null
                ? null
                : new OutboundDelta(
                        key.runId(),
                        part(),
                        attempt,
                        deltaCount + 1,
                        new EventId(state.eventId()),
                        key.workspaceId(),
                        state.botId(),
                        state.conversationId(),
                        state.threadId(),
                        state.context() == null ? null : state.context().replyTarget(),
                        pendingText);
    }

    RunDeltaState published() {
        return new RunDeltaState(to, state, attempt, lastSequence, "", deltaCount + 1, isStopped);
    }

    RunDeltaState stopped() {
        return new RunDeltaState(to, state, attempt, lastSequence, "", deltaCount, true);
    }

    int part() {
        return state.parts() + 1;
    }
}
