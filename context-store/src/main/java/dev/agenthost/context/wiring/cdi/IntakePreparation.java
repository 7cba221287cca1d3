package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.IntakeRecord;
import dev.agenthost.context.intake.RecordReader;
import dev.agenthost.platform.observability.Preparation;
import dev.agenthost.platform.observability.SampleRecords;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Prepares the intake with a record of each topic. */
@ApplicationScoped
class IntakePreparation implements Preparation {
    private static final List<String> TOPICS = List.of(Topics.EVENTS, Topics.RUN_RESULTS, Topics.AUDIT);

    @Override
    public void prepare() {
        read();
    }

    static List<IntakeRecord> read() {
        return TOPICS.stream()
                .map(topic -> RecordReader.read(new IncomingRecord(
                        new RecordPosition(topic, 0, 0),
                        Instant.EPOCH,
                        Map.of(),
                        null,
                        SampleRecords.of(Objects.requireNonNull(SampleRecords.TYPES.get(topic))))))
                .toList();
    }
}
