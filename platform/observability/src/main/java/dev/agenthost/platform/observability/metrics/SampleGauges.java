package dev.agenthost.platform.observability.metrics;

import dev.agenthost.platform.observability.Sample;
import dev.agenthost.platform.observability.SampleValue;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** One gauge for each number: NaN while it is unknown, removed when the next sample no longer contains it. */
@Singleton
public class SampleGauges {
    private static final Logger LOG = Logger.getLogger(SampleGauges.class);
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private record Name(String name, Map<String, String> labels) {}

    private static final class Line {
        final Sample sample;
        final AtomicBoolean requested = new AtomicBoolean();
        final Map<Name, Gauge> gauges = new ConcurrentHashMap<>();

        Line(Sample sample) {
            this.sample = sample;
        }
    }

    private final MeterRegistry registry;
    private final MetricNamespace stage;
    private final List<Line> lines;
    private final Map<Name, Double> values = new ConcurrentHashMap<>();

    @Inject
    SampleGauges(MeterRegistry registry, MetricNamespace stage, @Any Instance<Sample> samples) {
        this(registry, stage, samples.stream().toList());
    }

    SampleGauges(MeterRegistry registry, MetricNamespace stage, List<Sample> samples) {
        this.registry = registry;
        this.stage = stage;
        this.lines = samples.stream().map(Line::new).toList();
    }

    /** Takes all samples, except those whose last call is still pending. */
    public void takeAll() {
        for (Line line : lines) {
            if (line.requested.compareAndSet(false, true)) {
                line.sample
                        .take()
                        .ifNoItem()
                        .after(LIMIT)
                        .fail()
                        .onTermination()
                        .invoke(() -> line.requested.set(false))
                        .subscribe()
                        .with(found -> found(line, found), failure -> unknown(line, failure));
            }
        }
    }

    private void found(Line line, List<SampleValue> found) {
        Set<Name> gone = new HashSet<>(line.gauges.keySet());
        for (SampleValue one : found) {
            Name name = new Name(one.name(), one.labels());
            gone.remove(name);
            values.put(name, one.value());
            line.gauges.computeIfAbsent(name, fresh -> register(fresh, one.inSeconds()));
        }
        for (Name name : gone) {
            registry.remove(Objects.requireNonNull(line.gauges.remove(name)));
            values.remove(name);
        }
    }

    private void unknown(Line line, Throwable failure) {
        LOG.debugf("gauges cannot be read: %s", failure.toString());
        line.gauges.keySet().forEach(name -> values.put(name, Double.NaN));
    }

    private Gauge register(Name name, boolean inSeconds) {
        return Gauge.builder(stage.metric(name.name()), () -> values.getOrDefault(name, Double.NaN))
                .tags(name.labels().entrySet().stream()
                        .map(label -> Tag.of(label.getKey(), label.getValue()))
                        .toList())
                .baseUnit(inSeconds ? "seconds" : null)
                .register(registry);
    }
}
