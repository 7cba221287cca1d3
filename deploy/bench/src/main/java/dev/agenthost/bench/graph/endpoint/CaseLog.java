package dev.agenthost.bench.graph.endpoint;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The requests to the model and the calls of tools, by case. */
public final class CaseLog {
    private final Map<String, List<ModelExchange>> exchanges = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

    void add(String caseId, ModelExchange exchange) {
        exchanges
                .computeIfAbsent(caseId, unknown -> new CopyOnWriteArrayList<>())
                .add(exchange);
    }

    void addCall(String caseId) {
        calls.computeIfAbsent(caseId, unknown -> new AtomicInteger()).incrementAndGet();
    }

    /** The requests of a case to the model, in their order. */
    public List<ModelExchange> exchanges(String caseId) {
        return List.copyOf(exchanges.getOrDefault(caseId, List.of()));
    }

    /** The number of calls of tools, those that failed included. */
    public int calls(String caseId) {
        return calls.getOrDefault(caseId, new AtomicInteger()).get();
    }
}
