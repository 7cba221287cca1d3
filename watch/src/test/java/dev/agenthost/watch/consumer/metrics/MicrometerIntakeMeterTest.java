package dev.agenthost.watch.consumer.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.watch.consumer.Consumers;
import dev.agenthost.watch.consumer.Look;
import dev.agenthost.watch.consumer.PartitionLag;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MicrometerIntakeMeterTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Consumers consumers = new Consumers(Duration.ofSeconds(30));
    private final MicrometerIntakeMeter meter = new MicrometerIntakeMeter(registry, new Stage("test"), consumers);

    @Test
    void aTopicThatThisReplicaReadsNoMoreHasNoLag() {
        consumers.lags("inbound", List.of(behind("agent.inbound.a"), behind("agent.inbound.b")));
        meter.sayLag();
        assertThat(topics()).containsExactlyInAnyOrder("agent.inbound.a", "agent.inbound.b");

        consumers.lags("inbound", List.of(behind("agent.inbound.b")));
        meter.sayLag();
        assertThat(topics()).containsExactly("agent.inbound.b");

        look(new Look.Unanswered("away"));
        assertThat(topics()).containsExactly("agent.inbound.b");

        look(new Look.Closed());
        assertThat(topics()).isEmpty();
    }

    private void look(Look look) {
        consumers.seen("inbound", look, 0);
        meter.sayLag();
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
