package dev.agenthost.delivery.surface.kafka;

import dev.agenthost.delivery.surface.DeltaProducer;
import dev.agenthost.delivery.surface.ProgressProducer;
import dev.agenthost.delivery.surface.TypingProducer;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.delivery.OutboundProgress;
import dev.agenthost.protocol.delivery.OutboundTyping;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes deltas on the topics of adapters. After a failure no delta is published on that topic for a while, so that it does not
 * delay other adapters.
 */
public final class KafkaDeltaProducer implements DeltaProducer, TypingProducer, ProgressProducer {

    private static final Logger LOG = Logger.getLogger(KafkaDeltaProducer.class);
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final OutboundRecordProducer records;
    private final Clock clock;
    private final Map<String, Instant> pausedUntil = new ConcurrentHashMap<>();

    public KafkaDeltaProducer(OutboundRecordProducer records, Clock clock) {
        this.records = records;
        this.clock = clock;
    }

    @Override
    public Uni<Boolean> publish(
            String adapter, String conversationKey, OutboundDelta delta, @Nullable String traceparent) {
        var head = new OutboundRecordProducer.Head(
                CloudEventHeaders.OUTBOUND_DELTA_TYPE,
                delta.runId() + "/" + delta.part() + "/" + delta.attempt() + "-" + delta.sequence(),
                clock.instant(),
                delta.workspaceId(),
                traceparent);
        return publish(adapter, conversationKey, head, ProtocolCodec.encode(delta));
    }

    @Override
    public Uni<Boolean> publish(String adapter, String conversationKey, OutboundTyping typing) {
        var head = new OutboundRecordProducer.Head(
                CloudEventHeaders.OUTBOUND_TYPING_TYPE,
                typing.runId() + "/typing/" + typing.attempt(),
                clock.instant(),
                typing.workspaceId(),
                null);
        return publish(adapter, conversationKey, head, ProtocolCodec.encode(typing));
    }

    @Override
    public Uni<Boolean> publish(String adapter, String conversationKey, OutboundProgress progress) {
        var head = new OutboundRecordProducer.Head(
                CloudEventHeaders.OUTBOUND_PROGRESS_TYPE,
                progress.runId() + "/progress/" + progress.attempt() + "-" + progress.sequence(),
                clock.instant(),
                progress.workspaceId(),
                null);
        return publish(adapter, conversationKey, head, ProtocolCodec.encode(progress));
    }

    private Uni<Boolean> publish(
            String adapter, String conversationKey, OutboundRecordProducer.Head head, byte[] body) {
        if (head.time().isBefore(pausedUntil.getOrDefault(adapter, Instant.MIN))) {
            return Uni.createFrom().item(false);
        }
        return Uni.createFrom()
                .completionStage(
                        () -> records.publish(Topics.outbound(adapter), conversationKey, head, body, () -> true))
                .onFailure(RecordTooLargeException.class)
                .recoverWithItem(false) // Only this delta is affected, not the topic.
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.warnf(
                            "deltas left out for %d s: topic=%s errorCode=%s",
                            PAUSE.toSeconds(),
                            Topics.outbound(adapter),
                            failure.getClass().getSimpleName());
                    pausedUntil.put(adapter, clock.instant().plus(PAUSE));
                    return false;
                });
    }
}
