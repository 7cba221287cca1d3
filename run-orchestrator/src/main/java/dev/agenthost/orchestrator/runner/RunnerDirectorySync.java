package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stores changes of connected runners in the runner directory and publishes them; one round at a time, and again after a failure. */
public final class RunnerDirectorySync {
    /** The largest record in bytes; a larger runner is not published, and its configurations are not checked. */
    public static final int LARGEST = 512 * 1024;

    private static final System.Logger LOG = System.getLogger(RunnerDirectorySync.class.getName());

    private final RunnerDirectoryRepository repository;
    private final RunnerDirectoryProducer producer;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean failing;
    private volatile boolean stopped;

    public RunnerDirectorySync(RunnerDirectoryRepository repository, RunnerDirectoryProducer producer) {
        this.repository = repository;
        this.producer = producer;
    }

    /** Called every two seconds. Never blocks. */
    public void tick() {
        if (!stopped && running.compareAndSet(false, true)) {
            synchronize().subscribe().with(done -> finished(), failure -> {
                if (!failing && !stopped) {
                    LOG.log(Level.WARNING, "runners not published yet: {0}", failure.toString());
                }
                failing = true;
                running.set(false);
            });
        }
    }

    /** Stops the synchronization. */
    public void stop() {
        stopped = true;
    }

    private void finished() {
        failing = false;
        running.set(false);
    }

    /** Runs one round. */
    public Uni<Void> synchronize() {
        return repository.changed().chain(this::store).chain(() -> repository.publishPending(producer));
    }

    private Uni<Void> store(List<RunnerDirectoryEntry> changed) {
        return Multi.createFrom()
                .iterable(changed)
                .filter(this::isWithinLimit)
                .onItem()
                .transformToUniAndConcatenate(entry -> repository.store(entry).replaceWith(true))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private boolean isWithinLimit(RunnerDirectoryEntry entry) {
        int bytes = ProtocolCodec.encode(entry.runner()).length;
        if (bytes > LARGEST) {
            repository.skip(entry, "its record has " + bytes + " bytes");
        }
        return bytes <= LARGEST;
    }
}
