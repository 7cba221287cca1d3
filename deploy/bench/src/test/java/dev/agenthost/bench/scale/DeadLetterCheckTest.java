package dev.agenthost.bench.scale;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.bench.relay.KafkaClients;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.kafka.LocalKafka;
import dev.agenthost.testkit.kafka.TopicSet;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterCheckTest {
    @Test
    void aDeadLetterOfEitherTopicFailsWhatWasBegunBeforeItAndNothingElse(
            @TempDir(cleanup = CleanupMode.NEVER) Path data) throws Exception {
        try (var kafka = LocalKafka.startOnFreePorts(data)) {
            var broker = kafka.bootstrapServers();
            TopicSet.createWalk(broker);
            for (var topic : new String[] {Topics.EVENTS, Topics.RUN_RESULTS}) {
                var setAside = new DeadLetterCheck(broker);
                send(broker, topic);
                assertThatCode(setAside::nothing).doesNotThrowAnyException();
                send(broker, Topics.dlq(topic));
                assertThatThrownBy(setAside::nothing)
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith("1 records were set aside");
                assertThatCode(new DeadLetterCheck(broker)::nothing).doesNotThrowAnyException();
            }
        }
    }

    private static void send(String broker, String topic) throws Exception {
        try (var producer = KafkaClients.producer(broker)) {
            producer.send(new ProducerRecord<>(topic, 0, null, new byte[] {1})).get();
        }
    }
}
