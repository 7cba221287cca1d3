package dev.agenthost.platform.observability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.run.Resolution;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sample that cannot be read would prepare nothing, and nobody would notice. */
class SampleRecordsTest {
    @ParameterizedTest
    @ValueSource(
            classes = {EventEnvelope.class, Resolution.class, RunResults.class, AuditEntry.class, DeliveryReceipt.class
            })
    void eachTopicHasASampleThatSaysTheSameAfterItWasReadAndWritten(Class<?> type) throws Exception {
        byte[] sample = SampleRecords.of(type);

        byte[] again = ProtocolCodec.encode(ProtocolCodec.decode(sample, type));

        assertThat(ProtocolCodec.readTree(again)).isEqualTo(ProtocolCodec.readTree(sample));
        assertThat(SampleRecords.TYPES).containsValue(type);
    }

    @Test
    void theResultsAreThoseOfAShortAnswer() throws Exception {
        var results = ProtocolCodec.decode(SampleRecords.of(RunResults.class), RunResults.class);

        assertThat(results.results())
                .map(ResultCodec::decode)
                .map(decoded -> ((DecodeResult.Known) decoded).payload().getClass())
                .isEqualTo(List.of(RunStarted.class, MessageDelta.class, MessageCompleted.class, RunCompleted.class));
    }
}
