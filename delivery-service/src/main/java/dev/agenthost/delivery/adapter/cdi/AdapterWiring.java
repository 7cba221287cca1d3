package dev.agenthost.delivery.adapter.cdi;

import dev.agenthost.delivery.adapter.Adapter;
import dev.agenthost.delivery.adapter.Routes;
import dev.agenthost.delivery.adapter.kafka.KafkaDeltas;
import dev.agenthost.delivery.adapter.kafka.KafkaOutbound;
import dev.agenthost.delivery.adapter.kafka.OutboundRecords;
import dev.agenthost.delivery.run.DeltaFeed;
import dev.agenthost.delivery.send.SendPolicy;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/**
 * Adapters and their topics. Parts and deltas have a producer each, because they wait differently: a part for as long as any call, a
 * delta for a second, or it would hold up the results behind it.
 */
@Singleton
class AdapterWiring {

    private static final Duration PATIENCE_WITH_A_DELTA = Duration.ofSeconds(1);

    @Produces
    @Singleton
    Routes routes(AdapterSettings settings) {
        return new Routes(settings.adapters().entrySet().stream()
                .map(entry -> new Adapter(
                        entry.getKey(),
                        entry.getValue().workspace(),
                        entry.getValue().bots(),
                        entry.getValue().deltas()))
                .toList());
    }

    @Produces
    @Singleton
    @Identifier("parts")
    OutboundRecords parts(@Identifier("default-kafka-broker") Map<String, Object> kafka, SendPolicy policy) {
        return new OutboundRecords(kafka, policy.callTimeout());
    }

    @Produces
    @Singleton
    @Identifier("deltas")
    OutboundRecords deltas(@Identifier("default-kafka-broker") Map<String, Object> kafka) {
        return new OutboundRecords(kafka, PATIENCE_WITH_A_DELTA);
    }

    @Produces
    @Singleton
    KafkaOutbound outbound(@Identifier("parts") OutboundRecords records) {
        return new KafkaOutbound(records);
    }

    @Produces
    @Singleton
    KafkaDeltas deltaTopic(@Identifier("deltas") OutboundRecords records, Clock clock) {
        return new KafkaDeltas(records, clock);
    }

    @Produces
    @Singleton
    DeltaFeed deltaFeed(Routes routes, KafkaDeltas topic) {
        return new DeltaFeed(routes, topic, topic);
    }

    void closeParts(@Disposes @Identifier("parts") OutboundRecords records) {
        records.close();
    }

    void closeDeltas(@Disposes @Identifier("deltas") OutboundRecords records) {
        records.close();
    }
}
