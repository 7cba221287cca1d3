package dev.agenthost.platform.observability.otel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.platform.observability.LogKey;
import dev.agenthost.platform.observability.Step;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OtelSpanCollectorTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final Instant BEGAN = Instant.parse("2026-11-21T10:00:00Z");

    private final InMemorySpanExporter exported = InMemorySpanExporter.create();

    @Test
    void aStepIsASpanBelowTheOneThatItsRecordNames() {
        add(1.0, step("00-" + TRACE + "-00f067aa0ba902b7-01", null));

        SpanData span = exported.getFinishedSpanItems().getFirst();
        assertThat(span.getName()).isEqualTo("run agent");
        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
        assertThat(span.getStartEpochNanos()).isEqualTo(BEGAN.getEpochSecond() * 1_000_000_000);
        assertThat(span.getEndEpochNanos() - span.getStartEpochNanos()).isEqualTo(1_500_000_000);
        assertThat(span.getAttributes().get(AttributeKey.stringKey("agenthost.run_id")))
                .isEqualTo("r1");
        assertThat(span.getResource().getAttribute(AttributeKey.stringKey("service.name")))
                .isEqualTo("a-service");
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    @Test
    void aFailureIsSaidByItsKind() {
        add(1.0, step("00-" + TRACE + "-00f067aa0ba902b7-01", "runner.lost"));

        SpanData span = exported.getFinishedSpanItems().getFirst();
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span.getStatus().getDescription()).isEqualTo("runner.lost");
    }

    @Test
    void withoutATraceThereIsNoSpan() {
        add(1.0, step(null, null));
        add(1.0, step("00-" + "0".repeat(32) + "-00f067aa0ba902b7-01", null));
        add(0.0, step("00-" + TRACE + "-00f067aa0ba902b7-01", null));

        assertThat(exported.getFinishedSpanItems()).isEmpty();
    }

    private void add(double ratio, Step step) {
        new OtelSpanCollector(SimpleSpanProcessor.create(exported), "a-service", ratio).add(step);
    }

    private static Step step(@Nullable String traceparent, @Nullable String failure) {
        return new Step("run agent", traceparent, BEGAN, Duration.ofMillis(1500), Map.of(LogKey.RUN_ID, "r1"), failure);
    }
}
