package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Events;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Nothing that the first record of a partition needs waits behind a poll. A poll lasts ten minutes here while nothing comes, and
 * {@link Wire#await} waits 20 s.
 */
@QuarkusTest
@TestProfile(FirstRecordTest.LongPolls.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class FirstRecordTest {
    public static class LongPolls implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("mp.messaging.incoming.events.poll-timeout", "600000");
        }
    }

    @Test
    void theFirstEventOfEachPartitionIsResolvedWithoutAPollMore() {
        try (Wire wire = new Wire(Topics.RUN_REQUESTS)) {
            String bot = fresh("bot");
            Set<Integer> partitions = new TreeSet<>();
            for (int i = 0; partitions.size() < 12; i++) {
                EventEnvelope event = Events.messageOf("demo", bot, "c" + i);
                if (partitions.add(event.conversationKey().partition())) {
                    wire.send(event);
                    assertThat(wire.await(event).event().eventId()).isEqualTo(event.eventId());
                }
            }
        }
    }
}
