package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.KafkaTestBroker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** On a real broker. */
class CheckTopicCommandTest {
    private static final String GOOD = "{\"bot_id\":\"demo\",\"text\":\"hello\"}";

    private final String topic = "agent.inbound.t-" + UUID.randomUUID();

    private record Result(int answer, List<String> lines, List<String> complaints) {}

    @BeforeEach
    void topic() {
        KafkaTestBroker.createTopics(topic);
    }

    @Test
    void namesEachWrongRecordAndCounts() throws Exception {
        publish(GOOD, "{\"bot_id\":\"demo\"}", GOOD, "no json");

        var said = type("check-topic", topic, "--broker", KafkaTestBroker.bootstrapServers(), "--from-beginning");

        assertThat(said.answer()).isEqualTo(1);
        assertThat(said.lines()).hasSize(3);
        assertThat(said.lines().getFirst()).isEqualTo(topic + "/0@1  key k-1  invalid: text is missing or empty");
        assertThat(said.lines().get(1)).startsWith(topic + "/0@3  key k-3  undecodable: ");
        assertThat(said.lines().getLast()).isEqualTo("4 records read, 2 wrong");
    }

    @Test
    void readsOnlyTheLastWhenAskedTo() throws Exception {
        publish("no json", GOOD);

        var said = type("check-topic", topic, "--broker", KafkaTestBroker.bootstrapServers(), "--last", "1");

        assertThat(said).isEqualTo(new Result(0, List.of("1 record read, 0 wrong"), List.of()));
    }

    @Test
    void speaksJsonToPrograms() throws Exception {
        publish("{\"bot_id\":\"demo\"}");

        var said = type("check-topic", topic, "--broker", KafkaTestBroker.bootstrapServers(), "--json");

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

        assertThat(type("check-topic", topic, "--broker", KafkaTestBroker.bootstrapServers(), "--bots", "a,b")
                        .answer())
                .isEqualTo(1);
        assertThat(type("check-topic", topic, "--broker", KafkaTestBroker.bootstrapServers(), "--bots", "a,demo")
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
        assertThat(type("check-topic", "agent.inbound.nobody", "--broker", KafkaTestBroker.bootstrapServers())
                        .answer())
                .isEqualTo(2);
    }

    @Test
    void takesTheSettingsOfItsClientFromAFileAndTheBrokerToo(@TempDir Path directory) throws Exception {
        publish(GOOD);
        Path file = Files.writeString(directory.resolve("client.properties"), """
                # as for kafka-console-consumer --command-config
                bootstrap.servers=%s
                client.id=an-operator
                group.id=nobody-may-join-it
                interceptor.classes=%s
                """.formatted(
                        KafkaTestBroker.bootstrapServers(), Witness.class.getName()));

        var said = type("check-topic", topic, "--config", file.toString());

        assertThat(said.lines()).containsExactly("1 record read, 0 wrong");
        assertThat(said.answer()).isZero();
        assertThat(Witness.seen.get("client.id")).isEqualTo("an-operator");
        assertThat(Witness.seen.get("group.id")).isNull();
    }

    @Test
    void aBrokerThatIsNamedIsAskedAndNotTheOneOfTheFile(@TempDir Path directory) throws Exception {
        publish(GOOD);
        Path file = Files.writeString(directory.resolve("client.properties"), "bootstrap.servers=nowhere.invalid:1");

        var said =
                type("check-topic", topic, "--broker", KafkaTestBroker.bootstrapServers(), "--config", file.toString());

        assertThat(said.answer()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "security.protocol=SASL_PLAIN | security.protocol: String must be one of",
                "security.protocol=SASL_SSL | 'KafkaClient' entry in the JAAS configuration",
                "security.protocol=SSL;ssl.truststore.location=/no/such/file | Failed to load SSL keystore /no/such/file",
                "fetch.min.bytes=many | fetch.min.bytes: Not a number of type INT",
                "ssl.truststore.location=\\uZZZZ | is not a file of properties",
            })
    void whatMakesNoClientIsAnsweredWithOnePlainLine(String content, String why, @TempDir Path directory)
            throws Exception {
        Path file = Files.writeString(directory.resolve("client.properties"), content.replace(';', '\n'));

        var said =
                type("check-topic", topic, "--broker", KafkaTestBroker.bootstrapServers(), "--config", file.toString());

        assertThat(said.answer()).isEqualTo(2);
        assertThat(said.lines()).isEmpty();
        assertThat(said.complaints()).singleElement().asString().contains(why).doesNotContain("Exception");
    }

    @Test
    void aBrokerThatSpeaksTlsIsNoReasonToBreakDown() throws Exception {
        // TLS's first bytes are a length beyond the heap of ./agenthost; these are one beyond this test's.
        byte[] alert = {0x7f, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46};
        try (ServerSocket broker = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                while (!broker.isClosed()) {
                    try (Socket client = broker.accept()) {
                        client.getInputStream().read();
                        client.getOutputStream().write(alert);
                    } catch (IOException gone) {
                        // The next one.
                    }
                }
            });

            var said = type("check-topic", topic, "--broker", "127.0.0.1:" + broker.getLocalPort());

            assertThat(said.answer()).isEqualTo(2);
            assertThat(said.complaints())
                    .singleElement()
                    .isEqualTo("The broker at 127.0.0.1:" + broker.getLocalPort()
                            + " seems to require TLS: pass --config.");
        }
    }

    @Test
    void aFileThatIsNotThereOrIsNoneIsNamed(@TempDir Path directory) {
        var missing = type(
                "check-topic",
                topic,
                "--config",
                directory.resolve("typo.properties").toString());
        var folder = type("check-topic", topic, "--config", directory.toString());

        assertThat(missing.complaints())
                .containsExactly("There is no file " + directory.resolve("typo.properties") + ".");
        assertThat(folder.complaints()).containsExactly(directory + " is a directory, not a file of properties.");
        assertThat(List.of(missing.answer(), folder.answer())).containsOnly(2);
    }

    /** Records the settings of the client. */
    public static final class Witness implements ConsumerInterceptor<byte[], byte[]> {
        static Map<String, ?> seen = Map.of();

        @Override
        public void configure(Map<String, ?> settings) {
            seen = settings;
        }

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}
    }

    private void publish(String... values) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", KafkaTestBroker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < values.length; i++) {
                producer.send(new ProducerRecord<>(topic, 0, "k-" + i, values[i]))
                        .get();
            }
        }
    }

    private static Result type(String... arguments) {
        var said = new StringWriter();
        var complaints = new StringWriter();
        int answer = new CommandLine(new AgentHost())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(complaints))
                .execute(arguments);
        return new Result(
                answer,
                said.toString().lines().toList(),
                complaints.toString().lines().toList());
    }
}
