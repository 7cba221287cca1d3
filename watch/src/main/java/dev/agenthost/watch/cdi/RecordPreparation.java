package dev.agenthost.watch.cdi;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.run.Resolution;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Prepares the records of the topics while the service starts, so that the first event after a start does not wait for it. */
@ApplicationScoped
class RecordPreparation {
    void start(@Observes StartupEvent started) {
        ProtocolCodec.prepare(
                EventEnvelope.class, Resolution.class, RunResults.class, AuditEntry.class, DeliveryReceipt.class);
    }
}
