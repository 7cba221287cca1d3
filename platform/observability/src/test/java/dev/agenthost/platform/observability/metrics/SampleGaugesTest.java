package dev.agenthost.platform.observability.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.platform.observability.SampleValue;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleGaugesTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private Uni<List<SampleValue>> next = Uni.createFrom().nullItem();
    private final SampleGauges gauges = new SampleGauges(registry, new MetricNamespace("test"), List.of(() -> next));

    @Test
    void whatHasGoneHasNoGaugeAnyMoreAndComesBackWhenItDoes() {
        look(room("here", 3), room("leaves", 5));
        assertThat(value("leaves")).isEqualTo(5);

        look(room("here", 2));
        assertThat(value("here")).isEqualTo(2);
        assertThat(gauge("leaves")).isNull();

        look(room("here", 2), room("leaves", 1));
        assertThat(value("leaves")).isEqualTo(1);
        assertThat(registry.getMeters()).hasSize(2);
    }

    @Test
    void whatCannotBeLookedUpIsUnknownAndNotGone() {
        look(room("here", 3));

        next = Uni.createFrom().failure(new IllegalStateException("away"));
        gauges.takeAll();

        assertThat(value("here")).isNaN();
        look(room("here", 4));
        assertThat(value("here")).isEqualTo(4);
    }

    private void look(SampleValue... found) {
        next = Uni.createFrom().item(List.of(found));
        gauges.takeAll();
    }

    private static SampleValue room(String runner, double value) {
        return SampleValue.count("room", Map.of("runner", runner), value);
    }

    private double value(String runner) {
        return gauge(runner).value();
    }

    private Gauge gauge(String runner) {
        return registry.find("agenthost.test.room").tag("runner", runner).gauge();
    }
}
