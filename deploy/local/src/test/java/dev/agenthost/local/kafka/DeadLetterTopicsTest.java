package dev.agenthost.local.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.process.FreePorts;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class DeadLetterTopicsTest {
    @Test
    void countsTheRecordsOfEachTopicOfDeadLettersAndOfNoOther() throws Exception {
        KafkaTestBroker.createTopics("counted.letters");
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", KafkaTestBroker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (String topic : new String[] {"counted.letters", "counted.letters.dlq", "counted.letters.dlq"}) {
                producer.send(new ProducerRecord<>(topic, "x")).get();
            }
        }

        assertThat(DeadLetterTopics.counts(KafkaTestBroker.bootstrapServers()).orElseThrow())
                .containsEntry("counted.letters.dlq", 2L)
                .doesNotContainKey("counted.letters");
    }

    @Test
    void knowsNothingOfABrokerThatDoesNotAnswer() throws Exception {
        assertThat(DeadLetterTopics.counts("127.0.0.1:" + FreePorts.next())).isEmpty();
    }
}
