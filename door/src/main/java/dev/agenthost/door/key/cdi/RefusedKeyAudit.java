package dev.agenthost.door.key.cdi;

import dev.agenthost.door.key.RefusedKeys;
import dev.agenthost.door.key.kafka.RefusedKeyProducer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Records refused keys each second, by a thread of its own: no request waits for the broker. */
@ApplicationScoped
class RefusedKeyAudit {

    private final RefusedKeys keys;
    private final RefusedKeyProducer producer;
    private final String service;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            work -> Thread.ofPlatform().daemon().name("refused-keys").unstarted(work));

    RefusedKeyAudit(
            RefusedKeys keys,
            @Identifier("default-kafka-broker") Map<String, Object> broker,
            @ConfigProperty(name = "quarkus.application.name") String service) {
        this.keys = keys;
        this.producer = new RefusedKeyProducer(broker);
        this.service = service;
    }

    @Produces
    @Singleton
    static RefusedKeys refusedKeys() {
        return new RefusedKeys();
    }

    void start(@Observes StartupEvent started) {
        timer.scheduleWithFixedDelay(this::record, 1, 1, TimeUnit.SECONDS);
    }

    void stop(@Observes ShutdownEvent stopping) {
        timer.shutdown();
        record();
        producer.close();
    }

    private void record() {
        keys.drain(service, Instant.now()).forEach(producer::send);
    }
}
