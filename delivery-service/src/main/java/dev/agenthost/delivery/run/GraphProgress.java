package dev.agenthost.delivery.run;

import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.delivery.surface.ProgressText;
import dev.agenthost.protocol.delivery.OutboundProgress;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.util.Objects;
import java.util.Optional;

/**
 * A graph of actions as a result of a run shows it.
 *
 * @param progress of the run after that result
 */
record GraphProgress(ResultProgress progress, UiProjection projection) {

    /** Returns the view of a result; empty if the result is no view. */
    static Optional<GraphProgress> of(ResultProgress progress, ResultPayload payload) {
        if (!(payload instanceof ActionRequested requested)
                || !requested.action().equals(UiProjection.ACTION)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new GraphProgress(progress, UiProjection.read(requested.payload())));
        } catch (UndecodableException e) {
            return Optional.empty(); // Not one of this version; run-orchestrator has checked it by its own.
        }
    }

    /** The name of the graph among those of all conversations. */
    String id() {
        return progress.conversationKey() + " " + projection.runId();
    }

    /** Equal for views of one run that differ in nothing but their usage. */
    String fingerprint() {
        return progress.key().runId() + " " + Sha256.hex(ProtocolCodec.encode(projection.with(null)));
    }

    boolean isRunning() {
        return projection.status() == UiStatus.RUNNING;
    }

    /** Makes the record; the state of the run must have its event. */
    OutboundProgress outbound() {
        DeliveryState state = progress.delivery();
        DeliveryContext context = state.context();
        return new OutboundProgress(
                progress.key().runId(),
                progress.highest().attempt(),
                progress.highest().sequence(),
                new EventId(Objects.requireNonNull(state.eventId(), "event_id")),
                progress.key().workspaceId(),
                Objects.requireNonNull(state.botId(), "bot_id"),
                state.conversationId(),
                state.threadId(),
                context == null ? null : context.replyTarget(),
                ProgressText.of(projection),
                projection);
    }
}
