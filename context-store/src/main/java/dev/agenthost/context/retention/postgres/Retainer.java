package dev.agenthost.context.retention.postgres;

import dev.agenthost.context.retention.Retentions;
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

/** Carries retention out, a step at a time: whichever replica finds that it is time, and where another one left it. */
@ApplicationScoped
public class Retainer {
    private static final Logger LOG = Logger.getLogger(Retainer.class);
    private static final Duration EVERY = Duration.ofMinutes(10);
    /** Between two steps, for whoever else wants the database. */
    private static final Duration BREATH = Duration.ofMillis(50);

    private final Retentions retentions;
    private final Vertx vertx;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean closing;

    Retainer(Retentions retentions, Vertx vertx) {
        this.retentions = retentions;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        vertx.setPeriodic(EVERY.toMillis(), timer -> run());
    }

    void stop(@Observes ShutdownEvent event) {
        closing = true;
    }

    /** Not twice at once. */
    private void run() {
        if (busy.compareAndSet(false, true)) {
            retentions
                    .drop()
                    .invoke(dropped -> {
                        if (dropped > 0) {
                            LOG.infof("dropped %d partitions of the event log that nobody keeps any longer", dropped);
                        }
                    })
                    .chain(this::untilDone)
                    .onTermination()
                    .invoke(() -> busy.set(false))
                    .subscribe()
                    .with(done -> {}, this::failed);
        }
    }

    /** What a stop cuts off goes on elsewhere. */
    private void failed(Throwable why) {
        if (!closing) {
            LOG.warn("retention failed and goes on later", why);
        }
    }

    private Uni<Void> untilDone() {
        return Multi.createBy()
                .repeating()
                .uni(retentions::step)
                .withDelay(BREATH)
                .whilst(more -> more)
                .onItem()
                .ignoreAsUni();
    }
}
