package dev.agenthost.delivery.stream;

import dev.agenthost.delivery.surface.PlainSentence;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.Decoded;
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
 * What whoever holds a stream's address may see of a result, a person's browser included. All of it, but for the internal text
 * of a failure, where the plain sentence stands instead, and for where other surfaces are: reply targets and webhook addresses.
 */
final class PublicView {

    private PublicView() {}

    static ResultFrame of(ResultFrame frame) {
        if (!(ResultCodec.decode(frame) instanceof Decoded.Known(ResultPayload payload))) {
            return frame;
        }
        return switch (payload) {
            case RunFailed failed -> with(frame, plain(failed));
            case RunStarted started -> with(frame, withoutAddresses(started));
            case RunUnanswered unanswered -> with(frame, withoutAddresses(unanswered));
            case MessageDelta delta -> frame;
            case MessageCompleted completed -> frame;
            case ToolCallStarted call -> frame;
            case ToolCallCompleted call -> frame;
            case ArtifactCreated created -> frame;
            case StateUpdated updated -> frame;
            case ActionRequested requested -> frame;
            case RunCompleted completed -> frame;
        };
    }

    private static RunFailed plain(RunFailed failed) {
        String sentence = PlainSentence.of(failed, null);
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
