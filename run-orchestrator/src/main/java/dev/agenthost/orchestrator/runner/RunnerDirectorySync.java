package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Keeps the roster as the connections are, and has it told; one step at a time, and again after a failure. */
public final class RunnerDirectorySync {
    /** The largest record, in bytes; a runner that says more of itself is not told, and its configurations are not checked. */
    public static final int LARGEST = 512 * 1024;

    private static final System.Logger LOG = System.getLogger(RunnerDirectorySync.class.getName());

    private final RunnerDirectoryRepository roster;
    private final RunnerDirectoryProducer topic;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean failing;
    private volatile boolean stopped;

    public RunnerDirectorySync(RunnerDirectoryRepository roster, RunnerDirectoryProducer topic) {
        this.roster = roster;
        this.topic = topic;
    }

    /** Every two seconds. Never blocks. */
    public void tick() {
        if (!stopped && busy.compareAndSet(false, true)) {
            keep().subscribe().with(done -> finished(), failure -> {
                if (!failing && !stopped) {
                    LOG.log(Level.WARNING, "runners not told yet: {0}", failure.toString());
                }
                failing = true;
                busy.set(false);
            });
        }
    }

    /** Nothing is told any more. */
    public void stop() {
        stopped = true;
    }

    private void finished() {
        failing = false;
        busy.set(false);
    }

    /** One round. */
    public Uni<Void> keep() {
        return roster.changed().chain(this::kept).chain(() -> roster.tell(topic));
    }

    private Uni<Void> kept(List<RunnerDirectoryEntry> changed) {
        return Multi.createFrom()
                .iterable(changed)
                .filter(this::fits)
                .onItem()
                .transformToUniAndConcatenate(sighting -> roster.keep(sighting).replaceWith(true))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private boolean fits(RunnerDirectoryEntry sighting) {
        int bytes = ProtocolCodec.encode(sighting.runner()).length;
        if (bytes > LARGEST) {
            roster.passOver(sighting, "it says " + bytes + " bytes of itself");
        }
        return bytes <= LARGEST;
    }
}
