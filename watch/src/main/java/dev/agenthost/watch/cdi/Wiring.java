package dev.agenthost.watch.cdi;

import dev.agenthost.watch.consumer.AppliedRecords;
import dev.agenthost.watch.consumer.ConsumerPatience;
import dev.agenthost.watch.consumer.Consumers;
import dev.agenthost.watch.metrics.Stage;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Hands settings inward as plain values. */
@Singleton
class Wiring {
    @Produces
    @Singleton
    Stage stage(WatchSettings settings) {
        return new Stage(settings.stage());
    }

    @Produces
    @Singleton
    Consumers consumers(WatchSettings settings) {
        return new Consumers(settings.patience());
    }

    @Produces
    @Singleton
    ConsumerPatience patience(WatchSettings settings) {
        return new ConsumerPatience(settings.patience());
    }

    /** Most services know of no more than they committed. */
    @Produces
    @DefaultBean
    @Singleton
    AppliedRecords applied() {
        return (topic, partition) -> 0;
    }
}
