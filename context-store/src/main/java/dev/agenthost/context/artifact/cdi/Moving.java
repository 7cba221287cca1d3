package dev.agenthost.context.artifact.cdi;

import dev.agenthost.context.object.Mover;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Where an object store is configured: bytes move there soon after they were kept, and objects that nobody refers to go. On every replica. */
@ApplicationScoped
class Moving {
    private static final Logger LOG = Logger.getLogger(Moving.class);
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final Mover mover;
    private final ArtifactSettings settings;
    private final Vertx vertx;
    private final AtomicBoolean underWay = new AtomicBoolean();

    Moving(Mover mover, ArtifactSettings settings, Vertx vertx) {
        this.mover = mover;
        this.settings = settings;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        if (settings.s3().bucket().isPresent()) {
            vertx.setPeriodic(EVERY.toMillis(), timer -> run());
        }
    }

    private void run() {
        if (!underWay.compareAndSet(false, true)) {
            return;
        }
        Uni<Long> moved = settings.store() == ArtifactSettings.Where.S3
                ? mover.moveAll()
                : Uni.createFrom().item(0L);
        moved.chain(mover::deleteAll)
                .onTermination()
                .invoke(() -> underWay.set(false))
                .subscribe()
                .with(done -> {}, why -> LOG.warn("bytes did not move to the object store, and will later", why));
    }
}
