package dev.agenthost.context.erasure.postgres;

import dev.agenthost.context.erasure.Erasures;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Goes on with erasures, a step at a time, wherever another replica left them. */
@ApplicationScoped
public class Eraser {
    private static final Logger LOG = Logger.getLogger(Eraser.class);
    private static final Duration EVERY = Duration.ofSeconds(5);
    /** Between two steps, for whoever else wants the database. */
    private static final Duration BREATH = Duration.ofMillis(10);

    private final Erasures erasures;
    private final Vertx vertx;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean closing;

    Eraser(Erasures erasures, Vertx vertx) {
        this.erasures = erasures;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        vertx.setPeriodic(EVERY.toMillis(), timer -> run());
    }

    void stop(@Observes ShutdownEvent event) {
        closing = true;
    }

    /** Until nothing is left; not twice at once. */
    private void run() {
        if (busy.compareAndSet(false, true)) {
            untilDone()
                    .onTermination()
                    .invoke(() -> busy.set(false))
                    .subscribe()
                    .with(done -> {}, this::failed);
        }
    }

    /** What a stop cuts off goes on elsewhere. */
    private void failed(Throwable why) {
        if (!closing) {
            LOG.warn("an erasure failed and goes on later", why);
        }
    }

    private Uni<Void> untilDone() {
        return Multi.createBy()
                .repeating()
                .uni(erasures::step)
                .withDelay(BREATH)
                .whilst(more -> more)
                .onItem()
                .ignoreAsUni();
    }
}
