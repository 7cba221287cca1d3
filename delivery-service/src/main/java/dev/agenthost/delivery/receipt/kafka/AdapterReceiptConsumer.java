package dev.agenthost.delivery.receipt.kafka;

import dev.agenthost.delivery.receipt.AdapterHandoff;
import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.HandoffCompletion;
import dev.agenthost.delivery.run.DataRejectedException;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.platform.kafka.AppliedOffsetRegistry;
import dev.agenthost.platform.kafka.BatchHandler;
import dev.agenthost.platform.kafka.BatchIntake;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.DeadLetterProducer;
import dev.agenthost.platform.kafka.DecodeOutcome;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.Rejection;
import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Ends parts by the receipts of adapters ({@code agent.adapter-receipts}), one record after another. Dead-letters a receipt for a part
 * that was never published to its adapter; a receipt for an ended part changes nothing.
 */
@ApplicationScoped
class AdapterReceiptConsumer implements BatchHandler<AdapterReceipt> {
    private static final String CHANNEL = "adapter-receipts";
    private static final Rejection FOREIGN =
            new Rejection(DeadLetterReason.FOREIGN, "run_id is not of a part that this adapter was given");

    private final AdapterHandoffRepository repository;
    private final HandoffCompletion completion;
    private final Wakeup sends;
    private final BatchIntake<AdapterReceipt> intake;

    AdapterReceiptConsumer(
            AdapterHandoffRepository repository,
            HandoffCompletion completion,
            Wakeup sends,
            DeadLetterProducer deadLetters,
            ConsumerRetryPolicy retries,
            AppliedOffsetRegistry offsets) {
        this.repository = repository;
        this.completion = completion;
        this.sends = sends;
        this.intake = new BatchIntake<>(CHANNEL, deadLetters, retries, offsets);
    }

    @Incoming(CHANNEL)
    Uni<Void> apply(ConsumerRecords<byte[], byte[]> batch) {
        return Multi.createFrom()
                .iterable(batch)
                .onItem()
                .transformToUniAndConcatenate(record -> intake.process(List.of(record), this))
                .collect()
                .last()
                .replaceWithVoid();
    }

    @Override
    public DecodeOutcome<AdapterReceipt> decode(ConsumerRecord<byte[], byte[]> record) {
        try {
            byte[] value = record.value();
            return new DecodeOutcome.Decoded<>(
                    ProtocolCodec.decode(value == null ? new byte[0] : value, AdapterReceipt.class));
        } catch (UndecodableException e) {
            return DecodeOutcome.rejected(DeadLetterReason.UNDECODABLE, e.field() + " " + e.why());
        }
    }

    @Override
    public Uni<Map<Integer, Rejection>> apply(List<AdapterReceipt> receipts, List<OffsetAdvance> advances) {
        AdapterReceipt receipt = receipts.getFirst();
        SendKey key = new SendKey(receipt.workspaceId(), receipt.runId(), receipt.part());
        return repository.find(key, receipt.adapter()).chain(handoff -> end(receipt, handoff, advances));
    }

    private Uni<Map<Integer, Rejection>> end(
            AdapterReceipt receipt, Optional<AdapterHandoff> handoff, List<OffsetAdvance> advances) {
        if (handoff.isEmpty()) {
            return Uni.createFrom().item(Map.of(0, FOREIGN));
        }
        return completion
                .close(handoff.get(), handoff.get().outcomeOf(receipt), advances)
                .invoke(sends::wake)
                .replaceWith(Map.of());
    }

    @Override
    public Optional<Rejection> rejection(Throwable failure) {
        return failure instanceof DataRejectedException refused
                ? Optional.of(Rejection.byDatabase(refused.sqlState()))
                : Optional.empty();
    }
}
