package dev.agenthost.orchestrator.metrics;

import dev.agenthost.orchestrator.tool.ToolMeter;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;

/** {@code tool.calls} by the tool's type and outcome. */
public final class ToolMetrics implements ToolMeter {
    private final MeterProvider<Counter> calls;

    public ToolMetrics(MeterRegistry registry, MetricNamespace stage) {
        this.calls = Counter.builder(stage.metric("tool.calls"))
                .description("Calls of tools on behalf of runs, by outcome")
                .withRegistry(registry);
    }

    @Override
    public void called(String type, String outcome) {
        calls.withTags("type", type, "outcome", outcome).increment();
    }
}
