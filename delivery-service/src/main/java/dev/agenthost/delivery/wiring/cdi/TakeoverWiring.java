package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.delivery.takeover.ChangeOutbox;
import dev.agenthost.delivery.takeover.ChangeOutbox.ChangeProducer;
import dev.agenthost.delivery.takeover.OperatorMessageRepository;
import dev.agenthost.delivery.takeover.TakeoverCommandService;
import dev.agenthost.delivery.takeover.TakeoverDirectory;
import dev.agenthost.delivery.takeover.TakeoverRepository;
import dev.agenthost.delivery.takeover.TakeoverService;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Composes takeovers: reads the directory, ends takeovers whose time has passed, and publishes changes. */
@ApplicationScoped
class TakeoverWiring {
    private static final Logger LOG = Logger.getLogger(TakeoverWiring.class);
    private static final long READING_MILLIS = 150;
    private static final long PUBLICATION_MILLIS = 200;
    private static final long EXPIRY_MILLIS = 1_000;
    private static final int RECORDS_AT_ONCE = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private volatile boolean stopped;

    @Produces
    @Singleton
    static TakeoverDirectory directory() {
        return new TakeoverDirectory(System::nanoTime);
    }

    @Produces
    @Singleton
    static TakeoverService takeovers(
            ResultProgressRepository runs,
            DestinationRouter routes,
            TakeoverRepository takeovers,
            OperatorMessageRepository messages,
            Wakeup sends) {
        return new TakeoverService(runs, routes, takeovers, messages, sends, PATIENCE, System::nanoTime);
    }

    @Produces
    @Singleton
    static TakeoverCommandService commands(TakeoverService service, TakeoverRepository takeovers, Clock clock) {
        return new TakeoverCommandService(service, takeovers, clock);
    }

    void start(
            @Observes StartupEvent event,
            Vertx vertx,
            TakeoverDirectory directory,
            TakeoverRepository takeovers,
            ChangeOutbox outbox,
            ChangeProducer producer) {
        every(vertx, READING_MILLIS, "the takeovers cannot be read", () -> read(directory, takeovers));
        every(vertx, EXPIRY_MILLIS, "ending takeovers failed", takeovers::expire);
        every(
                vertx,
                PUBLICATION_MILLIS,
                "takeovers cannot be published now",
                () -> outbox.publishOldest(RECORDS_AT_ONCE, producer));
    }

    private static Uni<?> read(TakeoverDirectory directory, TakeoverRepository takeovers) {
        long begunAt = System.nanoTime();
        return takeovers.activeKeys().invoke(keys -> directory.take(keys, begunAt));
    }

    /** The pool closes after it. */
    void stop(@Observes ShutdownEvent event) {
        stopped = true;
    }

    private void every(Vertx vertx, long millis, String complaint, Supplier<Uni<?>> step) {
        AtomicBoolean running = new AtomicBoolean();
        AtomicBoolean failed = new AtomicBoolean();
        vertx.setPeriodic(millis, timer -> {
            if (!stopped && running.compareAndSet(false, true)) {
                step.get()
                        .ifNoItem()
                        .after(TIMEOUT)
                        .fail()
                        .onTermination()
                        .invoke(() -> running.set(false))
                        .subscribe()
                        .with(done -> failed.set(false), failure -> {
                            if (failed.compareAndSet(false, true)) {
                                LOG.warnf("%s; retrying: %s", complaint, failure.toString());
                            }
                        });
            }
        });
    }
}
