package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.id.RunnerId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The plugin processes that are connected to this replica and ready, and who of them has room. */
public final class RunnerRegistry {
    private final Map<String, PluginConnection> ready = new ConcurrentHashMap<>();
    private final List<Runnable> wakes = new CopyOnWriteArrayList<>();

    public void add(PluginConnection connection) {
        ready.put(connection.id(), connection);
        wake();
    }

    public void remove(PluginConnection connection) {
        ready.remove(connection.id());
        wake();
    }

    public List<PluginConnection> connections() {
        return List.copyOf(ready.values());
    }

    /** Free places by runner id, 0 where all are taken, absent where nobody is connected. Runners of one plugin share its places. */
    public Map<String, Integer> room() {
        Map<String, Integer> room = new HashMap<>();
        for (PluginConnection connection : ready.values()) {
            int free = connection.free();
            connection.runners().forEach(runner -> room.merge(runner.id().toString(), free, Integer::sum));
        }
        return room;
    }

    /** A place on the pod with the fewest runs, among those that serve the runner for the workspace and have room. */
    public Optional<PluginConnection> reserve(RunnerId runner, String workspaceId) {
        return ready.values().stream()
                .filter(connection -> connection.serves(runner, workspaceId))
                .sorted(Comparator.comparingInt(PluginConnection::taken))
                .filter(PluginConnection::reserve)
                .findFirst();
    }

    public void onRoom(Runnable wake) {
        wakes.add(wake);
    }

    public void wake() {
        wakes.forEach(Runnable::run);
    }
}
