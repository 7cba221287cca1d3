package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.id.RunnerId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** A way to runners: one socket, with places for runs that its runners share, whichever side dialled it. */
public interface RunnerConnection {
    /**
     * A runner that is declared there and cannot be used.
     *
     * @param plugin {@code author/name}
     */
    record Refusal(String plugin, RefusedRunner runner) {}

    /** Its own: another socket to the same plugins has another. */
    String id();

    List<RunnerDescriptor> runners();

    List<Refusal> refusals();

    /** Workspaces whose runs it takes, or {@code *}. */
    Set<String> workspaces();

    /** Of the SDK that its plugins are made with. */
    SdkGeneration generation();

    /** Bytes of the largest message that its other side takes. */
    int largestMessage();

    /** The icon of a runner's plugin, if the plugin has sent one. */
    Optional<Icon> icon(RunnerId runner);

    boolean serves(RunnerId runner, String workspaceId);

    /** The most runs that the connection takes at once. */
    int room();

    int taken();

    /** Takes a place for a run that is about to be sent; {@link #run} or {@link #giveBack} frees it. */
    boolean reserve();

    void giveBack();

    /** Sends a run to the place reserved for it. @return its number on this connection, or empty where that is gone */
    OptionalLong run(RunnerId runner, ObjectNode context, String workspaceId, WireLink.Answers answers);

    /**
     * Requests that the runner ends the run, if the connection declared support and the runner declares {@code interrupt}. LangBot's wires
     * have no such message.
     *
     * @param runId the run id that the runner has
     * @param reason the wire code of the reason
     */
    default void cancel(RunnerId runner, String runId, String reason) {}

    /**
     * The host is done with a run. The runner may not be, and holds its place until its stream ends, at most until then.
     *
     * @param until on this process's monotonic clock, in nanoseconds
     */
    void leave(long seqId, long until);

    /** The frames for its runs that wait to be processed. */
    Backlog backlog();

    /** Each second: frees the places of runs whose runner is surely done. */
    void check(long now);

    /** Requests the descriptions of the plugins again, soon and at a limited rate. */
    void refresh(long now);

    /** Returns the pool that the slots of this connection belong to. */
    default SlotPool pool() {
        return new SlotPool(
                runners().stream().map(runner -> runner.id().toString()).collect(Collectors.toSet()), workspaces());
    }

    /** The number of further runs that the connection takes. */
    default int free() {
        return Math.max(0, room() - taken());
    }

    /** Empty where it is not served here, or not any more. */
    default Optional<RunnerDescriptor> runner(RunnerId id) {
        return runners().stream()
                .filter(descriptor -> descriptor.id().equals(id))
                .findFirst();
    }
}
