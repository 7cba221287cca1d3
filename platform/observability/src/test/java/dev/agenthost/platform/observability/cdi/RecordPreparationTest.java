package dev.agenthost.platform.observability.cdi;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.agenthost.platform.observability.SampleRecords;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class RecordPreparationTest {
    @Test
    void aRecordOfEachTopicOfTheServiceIsReadAndWrittenAndOtherTopicsArePassedOver() {
        var topics = new HashSet<>(SampleRecords.TYPES.keySet());
        topics.add("agent.inbound.demo");

        assertThatCode(new RecordPreparation(topics)::prepare).doesNotThrowAnyException();
    }
}
