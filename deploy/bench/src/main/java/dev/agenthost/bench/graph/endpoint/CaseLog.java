package dev.agenthost.bench.graph.endpoint;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The requests to the model and the calls of tools, by case. */
public final class CaseLog {
    private final Map<String, List<ModelExchange>> exchanges = new ConcurrentHashMap<>();
    private final Map<String, List<Long>> calls = new ConcurrentHashMap<>();

    void add(String caseId, ModelExchange exchange) {
        exchanges
                .computeIfAbsent(caseId, unknown -> new CopyOnWriteArrayList<>())
                .add(exchange);
    }

    void addCall(String caseId) {
        calls.computeIfAbsent(caseId, unknown -> new CopyOnWriteArrayList<>()).add(System.nanoTime());
    }

    /** The requests of a case to the model, in their order. */
    public List<ModelExchange> exchanges(String caseId) {
        return List.copyOf(exchanges.getOrDefault(caseId, List.of()));
    }

    /** The times at which calls of tools arrived, on the machine's monotonic clock; those of calls that failed included. */
    public List<Long> calls(String caseId) {
        return List.copyOf(calls.getOrDefault(caseId, List.of()));
    }
}
