package dev.agenthost.orchestrator.runner.metrics;

import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.watch.sample.Sample;
import dev.agenthost.watch.sample.Sampled;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Of this replica: {@code runner.connections} and {@code runner.room} (free places) by runner. */
@ApplicationScoped
class RunnerSample implements Sample {
    private final RunnerRegistry registry;

    RunnerSample(RunnerRegistry registry) {
        this.registry = registry;
    }

    @Override
    public Uni<List<Sampled>> take() {
        List<Sampled> found = new ArrayList<>();
        Map<String, Integer> connections = new TreeMap<>();
        registry.connections().forEach(connection -> connection
                .runners()
                .forEach(runner -> connections.merge(runner.id().toString(), 1, Integer::sum)));
        connections.forEach(
                (runner, count) -> found.add(Sampled.count("runner.connections", Map.of("runner", runner), count)));
        registry.room()
                .forEach((runner, free) -> found.add(Sampled.count("runner.room", Map.of("runner", runner), free)));
        return Uni.createFrom().item(found);
    }
}
