package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.runner.RunnerDirectorySync;
import dev.agenthost.orchestrator.runner.kafka.KafkaRunnerDirectoryProducer;
import dev.agenthost.orchestrator.runner.postgres.PostgresRunnerDirectoryRepository;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;

/** Wires the runner directory. */
@Singleton
final class RunnerDirectoryWiring {
    private static final long TWO_SECONDS = 2_000;

    @Produces
    @Singleton
    KafkaRunnerDirectoryProducer directoryProducer(@Identifier("default-kafka-broker") Map<String, Object> broker) {
        return new KafkaRunnerDirectoryProducer(broker);
    }

    void close(@Disposes KafkaRunnerDirectoryProducer producer) {
        producer.close();
    }

    @Produces
    @Singleton
    RunnerDirectorySync directorySync(Pool pool, KafkaRunnerDirectoryProducer producer) {
        return new RunnerDirectorySync(new PostgresRunnerDirectoryRepository(pool), producer);
    }

    void started(@Observes StartupEvent event, Vertx vertx, RunnerDirectorySync sync) {
        vertx.setPeriodic(TWO_SECONDS, timer -> sync.tick());
    }

    void stopping(@Observes ShutdownEvent event, RunnerDirectorySync sync) {
        sync.stop();
    }
}
