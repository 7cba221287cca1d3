package dev.agenthost.platform.observability.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbortedRequestMeterFilterTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void allBrokenOffRequestsHaveOneAddress() {
        registry.config().meterFilter(new AbortedRequestMeterFilter());
        for (String madeUp : List.of("/a", "/b")) {
            registry.timer("http.server.requests", "status", "RESET", "method", "POST", "uri", madeUp, "outcome", "x");
            registry.timer("http.server.requests", "status", "RESET", "method", madeUp, "uri", madeUp, "outcome", "x");
        }
        registry.timer("http.server.requests", "status", "200", "method", "GET", "uri", "/c", "outcome", "x");

        assertThat(registry.getMeters().stream().map(Meter::getId))
                .extracting(id -> id.getTag("status"), id -> id.getTag("method"), id -> id.getTag("uri"))
                .containsExactlyInAnyOrder(
                        tuple("RESET", "POST", "OTHER"), tuple("RESET", "OTHER", "OTHER"), tuple("200", "GET", "/c"));
    }
}
