package dev.agenthost.delivery.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.surface.FailureText;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.RunUnanswered;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.run.DeliveryPolicy;
import java.util.Objects;

/**
 * Views of a result for the readers of a stream. Neither view has the internal text of a failure, which a plain sentence replaces, or
 * the addresses of other surfaces: reply targets and webhook addresses. Only {@code internal} has parameters and results of tools and
 * values of state; the holder of a stream token never reads it.
 *
 * @param plain view for every reader
 * @param internal view for a reader with the right to see inside runs; equal to {@code plain} if there is nothing more to see
 */
record PublicView(ResultFrame plain, ResultFrame internal) {

    private static final ObjectNode EMPTY = JsonNodeFactory.instance.objectNode();

    /** Replaces the failure text of a tool. */
    private static final String TOOL_FAILED = "failed";

    static PublicView of(ResultFrame frame) {
        if (!(ResultCodec.decode(frame) instanceof DecodeResult.Known(ResultPayload payload))) {
            return new PublicView(bare(frame), frame);
        }
        return switch (payload) {
            case RunFailed failed -> both(with(frame, plain(failed)));
            case RunStarted started -> both(with(frame, withoutAddresses(started)));
            case RunUnanswered unanswered -> both(with(frame, withoutAddresses(unanswered)));
            case MessageDelta delta ->
                ToolRedaction.isIn(delta.chunk())
                        ? new PublicView(with(frame, new MessageDelta(ToolRedaction.without(delta.chunk()))), frame)
                        : both(frame);
            case MessageCompleted completed ->
                ToolRedaction.isIn(completed.message())
                        ? new PublicView(
                                with(frame, new MessageCompleted(ToolRedaction.without(completed.message()))), frame)
                        : both(frame);
            case RunCompleted completed -> completed(frame, completed);
            case ToolCallStarted call ->
                new PublicView(with(frame, new ToolCallStarted(call.toolCallId(), call.toolName(), EMPTY)), frame);
            case ToolCallCompleted call ->
                new PublicView(
                        with(
                                frame,
                                new ToolCallCompleted(
                                        call.toolCallId(),
                                        call.toolName(),
                                        null,
                                        call.error() == null ? null : TOOL_FAILED)),
                        frame);
            case StateUpdated updated ->
                new PublicView(
                        with(frame, new StateUpdated(updated.scope(), updated.key(), NullNode.getInstance())), frame);
            case ArtifactCreated created -> both(frame);
            case ActionRequested requested -> both(frame);
        };
    }

    boolean isRestricted() {
        return plain != internal;
    }

    private static PublicView both(ResultFrame frame) {
        return new PublicView(frame, frame);
    }

    private static PublicView completed(ResultFrame frame, RunCompleted completed) {
        Message last = completed.message();
        return last == null || !ToolRedaction.isIn(last)
                ? both(frame)
                : new PublicView(
                        with(frame, new RunCompleted(completed.finishReason(), ToolRedaction.without(last))), frame);
    }

    /** Returns the frame without its data, for a result of unknown type. */
    private static ResultFrame bare(ResultFrame frame) {
        return new ResultFrame(frame.runId(), frame.type(), EMPTY, frame.sequence(), frame.timestamp(), frame.usage());
    }

    private static RunFailed plain(RunFailed failed) {
        String sentence = FailureText.of(failed, null);
        return new RunFailed(failed.code(), sentence, failed.retryable(), sentence);
    }

    private static RunStarted withoutAddresses(RunStarted started) {
        DeliveryPolicy policy = started.deliveryPolicy();
        return new RunStarted(
                started.eventId(),
                started.botId(),
                started.conversationId(),
                started.threadId(),
                started.runnerId(),
                started.bindingId(),
                started.agentId(),
                withoutAddress(started.delivery()),
                withoutTarget(policy),
                started.eventPosition(),
                started.startedAt(),
                null);
    }

    private static DeliveryPolicy withoutTarget(DeliveryPolicy policy) {
        return new DeliveryPolicy(
                null, policy.streaming(), policy.placeholder(), policy.failureText(), policy.requireOutput());
    }

    private static RunUnanswered withoutAddresses(RunUnanswered unanswered) {
        DeliveryPolicy policy = unanswered.deliveryPolicy();
        return new RunUnanswered(
                unanswered.eventId(),
                unanswered.botId(),
                unanswered.conversationId(),
                unanswered.threadId(),
                unanswered.reason(),
                unanswered.detail(),
                unanswered.intoRunId(),
                withoutAddress(unanswered.delivery()),
                unanswered.eventPosition(),
                policy == null ? null : withoutTarget(policy),
                null);
    }

    private static DeliveryContext withoutAddress(DeliveryContext delivery) {
        return new DeliveryContext(
                delivery.surface(),
                null,
                delivery.supportsStreaming(),
                delivery.supportsEdit(),
                delivery.supportsReaction(),
                delivery.maxMessageSize(),
                delivery.platformCapabilities());
    }

    private static ResultFrame with(ResultFrame frame, ResultPayload payload) {
        long sequence = Objects.requireNonNull(frame.sequence());
        ResultFrame view = ResultCodec.frame(sequence, payload, 0, frame.usage());
        return new ResultFrame(
                frame.runId(), frame.type(), view.data(), frame.sequence(), frame.timestamp(), frame.usage());
    }
}
