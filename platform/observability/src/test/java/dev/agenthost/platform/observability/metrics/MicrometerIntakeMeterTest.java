package dev.agenthost.platform.observability.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.platform.observability.ConsumerProbeResult;
import dev.agenthost.platform.observability.ConsumerRegistry;
import dev.agenthost.platform.observability.PartitionLag;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MicrometerIntakeMeterTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ConsumerRegistry consumers = new ConsumerRegistry(Duration.ofSeconds(30));
    private final MicrometerIntakeMeter meter =
            new MicrometerIntakeMeter(registry, new MetricNamespace("test"), consumers);

    @Test
    void aTopicThatThisReplicaReadsNoMoreHasNoLag() {
        consumers.lags("inbound", List.of(behind("agent.inbound.a"), behind("agent.inbound.b")));
        meter.publishLag();
        assertThat(topics()).containsExactlyInAnyOrder("agent.inbound.a", "agent.inbound.b");

        consumers.lags("inbound", List.of(behind("agent.inbound.b")));
        meter.publishLag();
        assertThat(topics()).containsExactly("agent.inbound.b");

        look(new ConsumerProbeResult.Unanswered("away"));
        assertThat(topics()).containsExactly("agent.inbound.b");

        look(new ConsumerProbeResult.Closed());
        assertThat(topics()).isEmpty();
    }

    @Test
    void aSourceThatRetriesNoMoreHasNoRetries() {
        meter.publishRetries(Map.of("agent.inbound.a", 1L, "agent.inbound.b", 2L));
        assertThat(registry.get("agenthost.test.intake.retries")
                        .tag("source", "agent.inbound.b")
                        .gauge()
                        .value())
                .isEqualTo(2);

        meter.publishRetries(Map.of("agent.inbound.a", 3L));
        assertThat(registry.find("agenthost.test.intake.retries").gauges())
                .singleElement()
                .satisfies(gauge -> {
                    assertThat(gauge.getId().getTag("source")).isEqualTo("agent.inbound.a");
                    assertThat(gauge.value()).isEqualTo(3);
                });
    }

    private void look(ConsumerProbeResult look) {
        consumers.record("inbound", look, 0);
        meter.publishLag();
    }

    private static PartitionLag behind(String topic) {
        return new PartitionLag(topic, 0, 3, 8);
    }

    private List<String> topics() {
        return registry.find("agenthost.test.intake.lag").gauges().stream()
                .map(Meter::getId)
                .map(id -> id.getTag("topic"))
                .toList();
    }
}
