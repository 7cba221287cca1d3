package dev.agenthost.delivery.stream.metrics;

import dev.agenthost.delivery.stream.Cut;
import dev.agenthost.delivery.stream.CutCount;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code streams.cut}, by reason. */
@ApplicationScoped
class MeasuredCuts implements CutCount {
    private final MeterProvider<Counter> cuts;

    MeasuredCuts(MeterRegistry registry, Stage stage) {
        this.cuts = Counter.builder(stage.metric("streams.cut"))
                .description("Live streams that were broken off, by reason")
                .withRegistry(registry);
    }

    @Override
    public void cut(Cut why) {
        cuts.withTag("reason", why.word()).increment();
    }
}
