package dev.agenthost.delivery.receipt.kafka;

import dev.agenthost.delivery.receipt.AdapterHandoff;
import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.HandoffCompletion;
import dev.agenthost.delivery.run.DataRejectedException;
import dev.agenthost.delivery.run.kafka.ConsumerRetryPolicy;
import dev.agenthost.delivery.run.kafka.DeadLetterProducer;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/**
 * Ends parts by what adapters told of them ({@code agent.adapter-receipts}). A receipt of a part that its adapter was never given is a dead
 * letter; one of a part that has ended changes nothing.
 */
@ApplicationScoped
class AdapterReceiptConsumer {

    private static final Logger LOG = Logger.getLogger(AdapterReceiptConsumer.class);

    private final AdapterHandoffRepository ledger;
    private final HandoffCompletion closing;
    private final DeadLetterProducer deadLetters;
    private final ConsumerRetryPolicy inPlace;
    private final Wakeup sends;

    AdapterReceiptConsumer(
            AdapterHandoffRepository ledger,
            HandoffCompletion closing,
            DeadLetterProducer deadLetters,
            ConsumerRetryPolicy inPlace,
            Wakeup sends) {
        this.ledger = ledger;
        this.closing = closing;
        this.deadLetters = deadLetters;
        this.inPlace = inPlace;
        this.sends = sends;
    }

    @Incoming("adapter-receipts")
    Uni<Void> apply(ConsumerRecords<byte[], byte[]> batch) {
        Uni<Void> work = Uni.createFrom().voidItem();
        for (ConsumerRecord<byte[], byte[]> raw : batch) {
            work = work.chain(() -> inPlace.untilDone(() -> apply(raw)));
        }
        return work;
    }

    private Uni<Void> apply(ConsumerRecord<byte[], byte[]> raw) {
        AdapterReceipt told;
        try {
            byte[] value = raw.value();
            told = ProtocolCodec.decode(value == null ? new byte[0] : value, AdapterReceipt.class);
        } catch (UndecodableException e) {
            return setAside(raw, DeadLetterReason.UNDECODABLE, e.field() + " " + e.why());
        }
        SendKey key = new SendKey(told.workspaceId(), told.runId(), told.part());
        return ledger.find(key, told.adapter())
                .chain(found -> end(raw, told, found))
                .onFailure(DataRejectedException.class)
                .recoverWithUni(refused -> setAside(
                        raw,
                        DeadLetterReason.REFUSED_BY_DATABASE,
                        "SQLSTATE " + ((DataRejectedException) refused).sqlState()));
    }

    private Uni<Void> end(ConsumerRecord<byte[], byte[]> raw, AdapterReceipt told, Optional<AdapterHandoff> found) {
        if (found.isEmpty()) {
            return setAside(raw, DeadLetterReason.FOREIGN, "run_id is not of a part that this adapter was given");
        }
        return closing.close(found.get(), found.get().told(told)).invoke(sends::wake);
    }

    private Uni<Void> setAside(ConsumerRecord<byte[], byte[]> raw, DeadLetterReason reason, String detail) {
        LOG.warnf(
                "dead letter: topic=%s partition=%d offset=%d %s", raw.topic(), raw.partition(), raw.offset(), detail);
        return inPlace.untilDone(() -> deadLetters.publish(raw, reason, detail));
    }
}
