package dev.agenthost.platform.kafka;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Retries a failed step in place and without end, so that no later record overtakes it; what waits meanwhile is the scope of the step. Every try runs
 * on the Vert.x context on which the work began, as the reactive PostgreSQL client requires: the timer of the
 * backoff would continue elsewhere.
 */
@ApplicationScoped
public class ConsumerRetryPolicy {
    private static final Logger LOG = Logger.getLogger(ConsumerRetryPolicy.class);

    private final RetryStatus status;

    public ConsumerRetryPolicy(RetryStatus status) {
        this.status = status;
    }

    /** Retries every failure, an {@link Error} included. */
    public <T> Uni<T> retry(IntakeStep step, Supplier<Uni<T>> work) {
        return retry(step, work, failure -> true);
    }

    /** Retries the failures that may pass; any other one is the result. */
    public <T> Uni<T> retry(IntakeStep step, Supplier<Uni<T>> work, Predicate<Throwable> mayPass) {
        return Uni.createFrom().deferred(() -> {
            Executor context = context();
            AtomicBoolean hasEnded = new AtomicBoolean();
            return RetryLoop.call(
                            () -> Uni.createFrom()
                                    .<T>deferred(() -> bounded(step, work))
                                    .runSubscriptionOn(context)
                                    .onFailure(mayPass)
                                    .invoke(failure -> failed(hasEnded, step, failure)),
                            mayPass)
                    .emitOn(context)
                    .onTermination()
                    .invoke(() -> ended(hasEnded));
        });
    }

    private static <T> Uni<T> bounded(IntakeStep step, Supplier<Uni<T>> work) {
        Duration timeout = step.timeout();
        return timeout == null
                ? work.get()
                : work.get().ifNoItem().after(timeout).fail();
    }

    private void ended(AtomicBoolean hasEnded) {
        hasEnded.set(true);
        status.ended(hasEnded);
    }

    /** @param hasEnded identifies the step; true if it was cancelled while the try was under way, whose fault would stay for ever */
    private void failed(AtomicBoolean hasEnded, IntakeStep step, Throwable failure) {
        boolean isFirst = status.failed(hasEnded, step, failure);
        if (hasEnded.get()) {
            status.ended(hasEnded);
            return;
        }
        if (!isFirst) {
            return;
        }
        if (Defect.is(failure)) {
            // Its message may hold content of a record.
            LOG.warnf("%s: %s failed and is retried: %s", step.source(), step.name(), Defect.describe(failure));
        } else {
            LOG.warnf(failure, "%s: %s failed and is retried until it succeeds", step.source(), step.name());
        }
    }

    /** The context of the caller; outside of Vert.x, the thread that happens to continue. */
    private static Executor context() {
        Context context = Vertx.currentContext();
        if (context == null) {
            return Runnable::run;
        }
        return task -> {
            if (Vertx.currentContext() == context) {
                task.run();
            } else {
                context.runOnContext(nothing -> task.run());
            }
        };
    }
}
