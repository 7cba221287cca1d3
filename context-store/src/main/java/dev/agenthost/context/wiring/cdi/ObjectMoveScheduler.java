package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.artifact.ObjectMover;
import dev.agenthost.context.datalifecycle.StepLoop;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** Moves new bytes to the object store, if one is configured, and deletes objects without references. Runs on every replica. */
@ApplicationScoped
class ObjectMoveScheduler {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(10);
    /** Time limit of a step; an object that it leaves unfinished is deleted after as long. */
    private static final Duration FOR_ONE = Duration.ofMinutes(30);

    private final ObjectMover mover;
    private final ArtifactSettings settings;
    private final StepLoop moving = new StepLoop("moving bytes to the object store", this::move, PAUSE, FOR_ONE);

    ObjectMoveScheduler(ObjectMover mover, ArtifactSettings settings) {
        this.mover = mover;
        this.settings = settings;
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        if (settings.s3().bucket().isPresent()) {
            vertx.setPeriodic(EVERY.toMillis(), timer -> moving.run());
        }
    }

    void stop(@Observes ShutdownEvent event) {
        moving.close();
    }

    /** Moves one object, and deletes some that are due. */
    private Uni<Boolean> move() {
        Uni<Boolean> moved = settings.store() == ArtifactSettings.Where.S3
                ? mover.moveOne()
                : Uni.createFrom().item(false);
        return moved.chain(more -> mover.deleteSome().map(deleted -> more || deleted > 0));
    }
}
