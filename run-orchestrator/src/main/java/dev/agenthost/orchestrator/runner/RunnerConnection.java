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

/** A connection to runners: one socket, with slots that its runners share, dialled by either side. */
public interface RunnerConnection {
    /**
     * A declared runner that is unusable.
     *
     * @param plugin {@code author/name}
     */
    record Refusal(String plugin, RefusedRunner runner) {}

    /** Unique for each socket, even to the same plugins. */
    String id();

    List<RunnerDescriptor> runners();

    List<Refusal> refusals();

    /** Workspaces whose runs the connection accepts, or {@code *}. */
    Set<String> workspaces();

    /** The generation of its plugins' SDK. */
    SdkGeneration generation();

    /** Bytes of the largest message that the peer accepts. */
    int largestMessage();

    /** The icon of a runner's plugin, if the plugin has sent one. */
    Optional<Icon> icon(RunnerId runner);

    boolean serves(RunnerId runner, String workspaceId);

    /** The most concurrent runs of the connection. */
    int room();

    int taken();

    /** Reserves a slot for a run to be sent; {@link #run} or {@link #giveBack} frees the reservation. */
    boolean reserve();

    void giveBack();

    /** Sends a run to its reserved slot. @return its number on this connection, or empty if that is closed */
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
     * Ends the host's part of a run. Its slot stays used until the runner's stream ends, at most until {@code until}.
     *
     * @param until on this process's monotonic clock, in nanoseconds
     */
    void leave(long seqId, long until);

    /** The frames for its runs that wait to be processed. */
    Backlog backlog();

    /** Called each second: frees the slots of runs whose runner is surely done. */
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

    /** Returns empty if the connection does not serve the runner. */
    default Optional<RunnerDescriptor> runner(RunnerId id) {
        return runners().stream()
                .filter(descriptor -> descriptor.id().equals(id))
                .findFirst();
    }
}
