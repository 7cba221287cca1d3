package dev.agenthost.context.intake.cdi;

import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.RecordReader;
import dev.agenthost.context.intake.Taken;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.watch.preparation.Preparation;
import dev.agenthost.watch.preparation.SampleRecords;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Reads a record of each topic as the intake does. */
@ApplicationScoped
class IntakePreparation implements Preparation {
    private static final Map<String, Class<?>> TYPES = Map.of(
            Topics.EVENTS, EventEnvelope.class,
            Topics.RUN_RESULTS, RunResults.class,
            Topics.AUDIT, AuditEntry.class);

    @Override
    public void prepare() {
        read();
    }

    static List<Taken> read() {
        return TYPES.entrySet().stream()
                .map(entry -> RecordReader.read(new IncomingRecord(
                        new RecordPosition(entry.getKey(), 0, 0),
                        Instant.EPOCH,
                        Map.of(),
                        null,
                        SampleRecords.of(entry.getValue()))))
                .toList();
    }
}
