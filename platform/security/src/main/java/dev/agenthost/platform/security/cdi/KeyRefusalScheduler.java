package dev.agenthost.platform.security.cdi;

import dev.agenthost.platform.security.KeyRefusalAggregator;
import dev.agenthost.platform.security.kafka.KeyRefusalProducer;
import dev.agenthost.protocol.audit.AuditEntry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Records refused keys on its own thread: the first of each address at once, the counts of later ones each second. */
@ApplicationScoped
class KeyRefusalScheduler {

    /** The longest time that a response waits for the broker. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final KeyRefusalAggregator keys;
    private final KeyRefusalProducer producer;
    private final AtomicBoolean sending = new AtomicBoolean();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            work -> Thread.ofPlatform().daemon().name("refused-keys").unstarted(work));

    KeyRefusalScheduler(
            @Identifier("default-kafka-broker") Map<String, Object> broker,
            @ConfigProperty(name = "quarkus.application.name") String service) {
        this.keys = new KeyRefusalAggregator(service, InstantSource.system(), this::record);
        this.producer = new KeyRefusalProducer(broker);
    }

    @Produces
    @Singleton
    KeyRefusalAggregator refusedKeys() {
        return keys;
    }

    void start(@Observes StartupEvent started) {
        timer.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    void stop(@Observes ShutdownEvent stopping) {
        timer.shutdown();
        tick();
        producer.close();
    }

    private Uni<Void> record(AuditEntry entry) {
        CompletionStage<Void> recorded = producer.submit(entry);
        if (!timer.isShutdown() && sending.compareAndSet(false, true)) {
            timer.execute(() -> {
                sending.set(false);
                producer.send();
            });
        }
        return Uni.createFrom()
                .completionStage(recorded)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .onFailure()
                .recoverWithNull();
    }

    private void tick() {
        keys.drain().forEach(producer::submit);
        producer.send();
    }
}
