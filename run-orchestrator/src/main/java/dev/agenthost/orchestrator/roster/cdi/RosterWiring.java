package dev.agenthost.orchestrator.roster.cdi;

import dev.agenthost.orchestrator.roster.RosterKeeper;
import dev.agenthost.orchestrator.roster.kafka.KafkaRosterTopic;
import dev.agenthost.orchestrator.roster.postgres.PostgresRoster;
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

/** The roster, put together. */
@Singleton
final class RosterWiring {
    private static final long TWO_SECONDS = 2_000;

    @Produces
    @Singleton
    KafkaRosterTopic rosterTopic(@Identifier("default-kafka-broker") Map<String, Object> broker) {
        return new KafkaRosterTopic(broker);
    }

    void close(@Disposes KafkaRosterTopic topic) {
        topic.close();
    }

    @Produces
    @Singleton
    RosterKeeper rosterKeeper(Pool pool, KafkaRosterTopic topic) {
        return new RosterKeeper(new PostgresRoster(pool), topic);
    }

    void started(@Observes StartupEvent event, Vertx vertx, RosterKeeper keeper) {
        vertx.setPeriodic(TWO_SECONDS, timer -> keeper.tick());
    }

    void stopping(@Observes ShutdownEvent event, RosterKeeper keeper) {
        keeper.stop();
    }
}
