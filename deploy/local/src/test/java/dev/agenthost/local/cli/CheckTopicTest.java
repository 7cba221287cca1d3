package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.local.test.KafkaResource;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** On a real broker. */
class CheckTopicTest {
    private static final String GOOD = "{\"bot_id\":\"demo\",\"text\":\"hello\"}";

    private final String topic = "agent.inbound.t-" + UUID.randomUUID();

    private record Said(int answer, List<String> lines) {}

    @BeforeEach
    void topic() {
        KafkaResource.createTopics(topic);
    }

    @Test
    void namesEachWrongRecordAndCounts() throws Exception {
        publish(GOOD, "{\"bot_id\":\"demo\"}", GOOD, "no json");

        var said = type("check-topic", topic, "--broker", KafkaResource.bootstrapServers(), "--from-beginning");

        assertThat(said.answer()).isEqualTo(1);
        assertThat(said.lines()).hasSize(3);
        assertThat(said.lines().getFirst()).isEqualTo(topic + "/0@1  key k-1  invalid: text is missing or empty");
        assertThat(said.lines().get(1)).startsWith(topic + "/0@3  key k-3  undecodable: ");
        assertThat(said.lines().getLast()).isEqualTo("4 records read, 2 wrong");
    }

    @Test
    void readsOnlyTheLastWhenAskedTo() throws Exception {
        publish("no json", GOOD);

        var said = type("check-topic", topic, "--broker", KafkaResource.bootstrapServers(), "--last", "1");

        assertThat(said).isEqualTo(new Said(0, List.of("1 record read, 0 wrong")));
    }

    @Test
    void speaksJsonToPrograms() throws Exception {
        publish("{\"bot_id\":\"demo\"}");

        var said = type("check-topic", topic, "--broker", KafkaResource.bootstrapServers(), "--json");

        var wrong = ProtocolCodec.readTree(said.lines().getFirst().getBytes(StandardCharsets.UTF_8));
        assertThat(wrong.path("position").asText()).isEqualTo(topic + "/0@0");
        assertThat(wrong.path("key").asText()).isEqualTo("k-0");
        assertThat(wrong.path("rule").asText()).isEqualTo("invalid");
        assertThat(wrong.path("field").asText()).isEqualTo("text");
        assertThat(said.lines().getLast()).isEqualTo("{\"read\":1,\"wrong\":1}");
    }

    @Test
    void knowsWhomTheAdapterSpeaksFor() throws Exception {
        publish(GOOD);

        assertThat(type("check-topic", topic, "--broker", KafkaResource.bootstrapServers(), "--bots", "a,b")
                        .answer())
                .isEqualTo(1);
        assertThat(type("check-topic", topic, "--broker", KafkaResource.bootstrapServers(), "--bots", "a,demo")
                        .answer())
                .isZero();
    }

    @Test
    void whatCannotBeAskedSoIsAnsweredWithTwo() {
        assertThat(type("check-topic").answer()).isEqualTo(2);
        assertThat(type("check-topic", "orders").answer()).isEqualTo(2);
        assertThat(type("check-topic", topic, "--last", "0").answer()).isEqualTo(2);
        assertThat(type("check-topic", topic, "--last", "1", "--from-beginning").answer())
                .isEqualTo(2);
        assertThat(type("check-topic", "agent.inbound.nobody", "--broker", KafkaResource.bootstrapServers())
                        .answer())
                .isEqualTo(2);
    }

    private void publish(String... values) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", KafkaResource.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < values.length; i++) {
                producer.send(new ProducerRecord<>(topic, 0, "k-" + i, values[i]))
                        .get();
            }
        }
    }

    private static Said type(String... arguments) {
        var said = new StringWriter();
        int answer = new CommandLine(new AgentHost())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(arguments);
        return new Said(answer, said.toString().lines().toList());
    }
}
