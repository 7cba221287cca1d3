package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.resolution.DependencyStatus;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.MutinyHelper;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Tries again, in place and for ever, what fails because something is away; meanwhile this replica is not ready. Every try runs on the
 * Vert.x context that the work began on: the backoff's timer would go on elsewhere.
 */
@ApplicationScoped
class ConsumerRetryPolicy {
    private static final Logger LOG = Logger.getLogger(ConsumerRetryPolicy.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    /** For a database that neither answers nor closes the connection. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final DependencyStatus trouble;

    ConsumerRetryPolicy(DependencyStatus trouble) {
        this.trouble = trouble;
    }

    /** A step that is tried again also when it does not answer. */
    <T> Uni<T> on(String step, Supplier<Uni<T>> work) {
        return untilDone(step, () -> work.get().ifNoItem().after(PATIENCE).fail());
    }

    /** A step that may take as long as it takes. */
    <T> Uni<T> untilDone(String step, Supplier<Uni<T>> work) {
        Executor context = MutinyHelper.executor(Vertx.currentContext());
        return Uni.createFrom()
                .deferred(() -> work.get())
                .runSubscriptionOn(context)
                .onFailure()
                .invoke(failure -> failed(step, failure))
                .onFailure()
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .indefinitely()
                .emitOn(context)
                .invoke(() -> trouble.ended(step));
    }

    private void failed(String step, Throwable failure) {
        if (trouble.began(step, failure.toString())) {
            LOG.warnf(failure, "%s failed and is tried again until it works", step);
        }
    }
}
