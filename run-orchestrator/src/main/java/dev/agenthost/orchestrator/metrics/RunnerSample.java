package dev.agenthost.orchestrator.metrics;

import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.platform.observability.Sample;
import dev.agenthost.platform.observability.SampleValue;
import dev.agenthost.platform.observability.metrics.BoundedLabels;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Samples {@code runner.connections} and {@code runner.free.slots} of this replica, by connected runner. */
@ApplicationScoped
class RunnerSample implements Sample {
    private final RunnerRegistry registry;
    private final BoundedLabels names;

    /** @param names the runners that have labels of their own, since plugins choose the names of runners */
    RunnerSample(RunnerRegistry registry, BoundedLabels names) {
        this.registry = registry;
        this.names = names;
    }

    @Override
    public Uni<List<SampleValue>> take() {
        Map<String, Integer> connections = new TreeMap<>();
        registry.connections().forEach(connection -> connection
                .runners()
                .forEach(runner -> connections.merge(names.of(runner.id().toString()), 1, Integer::sum)));
        Map<String, Integer> freeSlots = new TreeMap<>();
        registry.room().forEach((pool, free) -> pool.runners()
                .forEach(runner -> freeSlots.merge(names.of(runner), free, Integer::sum)));
        List<SampleValue> values = new ArrayList<>();
        connections.forEach((runner, count) -> values.add(sampled("runner.connections", runner, count)));
        freeSlots.forEach((runner, free) -> values.add(sampled("runner.free.slots", runner, free)));
        return Uni.createFrom().item(values);
    }

    private static SampleValue sampled(String name, String runner, int value) {
        return SampleValue.count(name, Map.of("runner", runner), value);
    }
}
