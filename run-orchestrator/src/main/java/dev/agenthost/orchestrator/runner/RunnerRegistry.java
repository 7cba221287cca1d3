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

/** The connections of this replica to runners that are ready, and their free places. */
public final class RunnerRegistry {
    /**
     * The reason for a missing connection.
     *
     * @param source the runner or runtime that is not connected, for people
     * @param workspaces the workspaces that see it; {@code *} for every one
     */
    public record Trouble(String source, Set<String> workspaces, String why) {
        public Trouble {
            workspaces = Set.copyOf(workspaces);
        }
    }

    /** Troubles beyond this many are only logged: a key may register plugins of any name. */
    private static final int MOST_TROUBLES = 200;

    private final Map<String, RunnerConnection> ready = new ConcurrentHashMap<>();
    private final Map<String, Trouble> troubles = new ConcurrentHashMap<>();
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

    /** Until the connection is there, or another trouble takes its place. */
    public void trouble(Trouble trouble) {
        if (troubles.size() < MOST_TROUBLES || troubles.containsKey(trouble.source())) {
            troubles.put(trouble.source(), trouble);
        }
    }

    public void noTrouble(String source) {
        troubles.remove(source);
    }

    public List<Trouble> troubles() {
        return List.copyOf(troubles.values());
    }

    /** Free slots: 0 where all are taken, absent without a connection. Runners of one connection share its slots. */
    public Map<SlotPool, Integer> room() {
        Map<SlotPool, Integer> room = new HashMap<>();
        ready.values().forEach(connection -> room.merge(connection.pool(), connection.free(), Integer::sum));
        return room;
    }

    /**
     * A slot on the pod with the fewest runs, among those that serve the runner for the workspace and have room.
     *
     * @param from the pool in which it was set aside: its connections come first, so that no slot is taken that was set aside for another run
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
