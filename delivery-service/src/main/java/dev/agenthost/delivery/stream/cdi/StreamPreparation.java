package dev.agenthost.delivery.stream.cdi;

import dev.agenthost.delivery.stream.LogEntry;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.watch.preparation.Preparation;
import dev.agenthost.watch.preparation.SampleRecords;
import jakarta.enterprise.context.ApplicationScoped;

/** Writes the frames of a short answer, as a live stream shows them. */
@ApplicationScoped
class StreamPreparation implements Preparation {
    @Override
    public void prepare() {
        LogEntry.read(0, SampleRecords.of(RunResults.class));
    }
}
