package dev.agenthost.local.front;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The replicas of each service by port, used in turn. */
final class Upstreams {
    private final Map<String, List<Integer>> ports;
    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();

    Upstreams(Map<String, List<Integer>> ports) {
        this.ports = Map.copyOf(ports);
    }

    /** All replicas of a service, the one whose turn it is first. */
    List<Integer> inTurn(String service) {
        var all = ports.getOrDefault(service, List.of());
        if (all.isEmpty()) {
            return all;
        }
        int turn = turns.computeIfAbsent(service, none -> new AtomicInteger()).getAndIncrement();
        int first = Math.floorMod(turn, all.size());
        var order = new ArrayList<>(all.subList(first, all.size()));
        order.addAll(all.subList(0, first));
        return order;
    }
}
