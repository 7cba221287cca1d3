package dev.agenthost.orchestrator.runner;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.protocol.id.RunnerId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The connections of this replica to ready runners, and their free slots. */
public final class RunnerRegistry {
    /**
     * The reason for a missing connection.
     *
     * @param source the runner or runtime that is not connected, for display
     * @param workspaces the workspaces that see it; {@code *} for all
     */
    public record ConnectionProblem(String source, Set<String> workspaces, String why) {
        public ConnectionProblem {
            workspaces = Set.copyOf(workspaces);
        }
    }

    /** The most stored problems; further ones are only logged, since a key may register plugins of any name. */
    private static final int MOST_PROBLEMS = 200;

    private final Map<String, RunnerConnection> ready = new ConcurrentHashMap<>();
    private final Map<String, ConnectionProblem> problems = new ConcurrentHashMap<>();
    private final List<Runnable> wakes = new CopyOnWriteArrayList<>();

    public void add(RunnerConnection connection) {
        ready.put(connection.id(), connection);
        wake();
    }

    public void remove(RunnerConnection connection) {
        ready.remove(connection.id());
        wake();
    }

    public List<RunnerConnection> connections() {
        return List.copyOf(ready.values());
    }

    /** Stores a problem until its connection is ready or another problem replaces it. */
    public void report(ConnectionProblem problem) {
        if (problems.size() < MOST_PROBLEMS || problems.containsKey(problem.source())) {
            problems.put(problem.source(), problem);
        }
    }

    public void clear(String source) {
        problems.remove(source);
    }

    public List<ConnectionProblem> problems() {
        return List.copyOf(problems.values());
    }

    /** Returns the free slots: 0 if all are used, absent without a connection. Runners of one connection share its slots. */
    public Map<SlotPool, Integer> room() {
        Map<SlotPool, Integer> room = new HashMap<>();
        ready.values().forEach(connection -> room.merge(connection.pool(), connection.free(), Integer::sum));
        return room;
    }

    /**
     * Reserves a slot on the connection with the fewest runs, among those that serve the runner for the workspace and have a free slot.
     *
     * @param from the pool of the reservation: its connections come first, so that no slot is used that was reserved for another run
     */
    public Optional<RunnerConnection> reserve(RunnerId runner, String workspaceId, @Nullable SlotPool from) {
        return ready.values().stream()
                .filter(connection -> connection.serves(runner, workspaceId))
                .sorted(Comparator.comparing((RunnerConnection connection) ->
                                from != null && !connection.pool().equals(from))
                        .thenComparingInt(RunnerConnection::taken))
                .filter(RunnerConnection::reserve)
                .findFirst();
    }

    /**
     * Requests the descriptions of the plugins that may serve a workspace.
     *
     * @param workspaceId null for all
     */
    public void refresh(@Nullable String workspaceId, long now) {
        ready.values().stream()
                .filter(connection -> workspaceId == null
                        || connection.workspaces().contains("*")
                        || connection.workspaces().contains(workspaceId))
                .forEach(connection -> connection.refresh(now));
    }

    public void onRoom(Runnable wake) {
        wakes.add(wake);
    }

    public void wake() {
        wakes.forEach(Runnable::run);
    }
}
