package dev.agenthost.delivery.surface.kafka;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import io.smallrye.mutiny.Uni;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** Publishes parts on the topics of adapters. */
public final class AdapterSurface implements Surface<Destination.Outbound> {

    private final OutboundRecordProducer records;

    public AdapterSurface(OutboundRecordProducer records) {
        this.records = records;
    }

    /** Checks the claim before the record is passed to the producer. */
    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Outbound to, BooleanSupplier holdsClaim) {
        Send send = claimed.send();
        var head = new OutboundRecordProducer.Head(
                type(send),
                send.key().idempotencyKey(),
                claimed.createdAt(),
                send.key().workspaceId(),
                send.traceparent());
        return Uni.createFrom()
                .completionStage(
                        () -> records.publish(to.topic(), send.conversationKey(), head, send.body(), holdsClaim))
                .<SurfaceCallResult>map(isPublished ->
                        isPublished ? new SurfaceCallResult.Published() : new SurfaceCallResult.Withheld())
                .onFailure(RecordTooLargeException.class)
                .recoverWithItem(new SurfaceCallResult.NotSendable(
                        RejectionCode.OUTBOUND_TOO_LARGE, "larger than the topic takes"))
                .onFailure()
                .recoverWithItem(failure -> new SurfaceCallResult.NoAnswer(
                        failure.getClass().getSimpleName(), RejectionCode.OUTBOUND_GIVEN_UP));
    }

    private static String type(Send send) {
        try {
            OutboundKind kind =
                    ProtocolCodec.decode(send.body(), OutboundReply.class).kind();
            return switch (kind) {
                case MESSAGE -> CloudEventHeaders.OUTBOUND_MESSAGE_TYPE;
                case FAILURE -> CloudEventHeaders.OUTBOUND_FAILURE_TYPE;
                case PLACEHOLDER -> CloudEventHeaders.OUTBOUND_PLACEHOLDER_TYPE;
            };
        } catch (UndecodableException e) {
            throw new IllegalStateException("the part " + send.key().idempotencyKey() + " cannot be read", e);
        }
    }
}
