package dev.agenthost.delivery.run.kafka;

import dev.agenthost.delivery.run.DataRejectedException;
import dev.agenthost.delivery.run.DependencyStatus;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Tries again in place what fails because of trouble that passes, so that order holds; this replica is not ready meanwhile. */
@ApplicationScoped
public class ConsumerRetryPolicy {

    private static final Logger LOG = Logger.getLogger(ConsumerRetryPolicy.class);
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(3);

    private final DependencyStatus trouble;

    ConsumerRetryPolicy(DependencyStatus trouble) {
        this.trouble = trouble;
    }

    /** Refused data is an answer; everything else is trouble that passes. */
    public <T> Uni<T> untilDone(Supplier<Uni<? extends T>> step) {
        return Uni.createFrom()
                .<T>deferred(step)
                .onFailure(failure -> !(failure instanceof DataRejectedException))
                .invoke(failure -> {
                    trouble.met("records cannot be applied");
                    LOG.warnf("records cannot be applied, trying again: %s", failure.toString());
                })
                .onFailure(failure -> !(failure instanceof DataRejectedException))
                .retry()
                .withBackOff(FIRST_DELAY, LONGEST_DELAY)
                .indefinitely()
                .invoke(trouble::over);
    }
}
