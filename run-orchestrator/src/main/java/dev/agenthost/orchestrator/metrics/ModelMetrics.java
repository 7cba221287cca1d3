package dev.agenthost.orchestrator.metrics;

import dev.agenthost.orchestrator.model.ModelMeter;
import dev.agenthost.orchestrator.model.Usage;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;

/** {@code model.calls} by action and outcome, {@code model.tokens} by kind. */
public final class ModelMetrics implements ModelMeter {
    private final MeterProvider<Counter> calls;
    private final Counter prompt;
    private final Counter completion;

    public ModelMetrics(MeterRegistry registry, MetricNamespace stage) {
        this.calls = Counter.builder(stage.metric("model.calls"))
                .description("Calls of models on behalf of runs, by outcome")
                .withRegistry(registry);
        MeterProvider<Counter> tokens = Counter.builder(stage.metric("model.tokens"))
                .description("Tokens of model calls, as reported by providers")
                .withRegistry(registry);
        this.prompt = tokens.withTags("kind", "prompt");
        this.completion = tokens.withTags("kind", "completion");
    }

    @Override
    public void called(String action, String outcome, Usage usage) {
        calls.withTags("action", action, "outcome", outcome).increment();
        prompt.increment(usage.prompt());
        completion.increment(usage.completion());
    }
}
