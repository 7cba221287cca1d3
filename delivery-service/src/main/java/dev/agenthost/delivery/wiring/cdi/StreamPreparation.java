package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.platform.observability.Preparation;
import dev.agenthost.platform.observability.SampleRecords;
import dev.agenthost.protocol.result.RunResults;
import jakarta.enterprise.context.ApplicationScoped;

/** Writes the frames of a short answer, as a live stream shows them. */
@ApplicationScoped
class StreamPreparation implements Preparation {
    @Override
    public void prepare() {
        ResultLogEntry.read(0, SampleRecords.of(RunResults.class));
    }
}
