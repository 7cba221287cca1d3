package dev.agenthost.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import dev.agenthost.testkit.postgres.LocalPostgres;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The example installation, without a cluster: the built services with the files, the environment and the Secrets of the chart, on
 * a Kafka that allows exactly the rights of its KafkaUsers, and a PostgreSQL with the example's roles. An adapter sends an event
 * and receives its answer.
 */
class InstallationTest {
    private static final String ADAPTER = Chart.RELEASE + "-adapter-mattermost";
    private static final String HOST_KEY = "the-host-key-of-the-installation";
    private static final Duration LONG = Duration.ofMinutes(3);

    /** The texts by which the broker and the database report a missing right. */
    private static final String[] REFUSALS = {"AuthorizationException", "AUTHORIZATION_FAILED", "permission denied"};

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static SecureKafka kafka;
    private static LocalPostgres postgres;
    private static DatabaseAddress database;
    private static Map<String, Map<String, String>> secrets;
    private static Kubelet kubelet;

    @BeforeAll
    static void install() throws Exception {
        for (Service service : Service.values()) {
            assumeTrue(
                    Files.exists(Path.of("..", "..", service.module(), "target/quarkus-app/quarkus-run.jar")),
                    service.module() + " is not built: ./mvnw package -DskipTests first");
        }
        Path root = empty(Path.of("target", "installation").toAbsolutePath());
        kafka = new SecureKafka(root.resolve("kafka"));
        Chart chart = Chart.on(kafka.bootstrapServers());
        kafka.make(chart);
        postgres = LocalPostgres.startThrowaway(Files.createDirectories(root.resolve("postgres")));
        postgres.createDatabase("agenthost");
        database = postgres.address("agenthost");
        makeRoles();
        secrets = secrets(chart);
        kubelet = new Kubelet(root, chart, secrets);
        for (Service service : Service.values()) {
            kubelet.start(service.module(), "Dockerfile.jvm");
        }
        for (Service service : Service.values()) {
            for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                await(service.module() + " " + probe + ", see " + kubelet.log(service.module()))
                        .atMost(LONG)
                        .until(() -> kubelet.answers(service.module(), probe));
            }
        }
    }

    @AfterAll
    static void end() {
        if (kubelet != null) {
            kubelet.close();
        }
        if (postgres != null) {
            postgres.close();
        }
        if (kafka != null) {
            kafka.close();
        }
    }

    @Test
    void whatNobodyCanReadIsSetAsideUnderTheLeastRights() throws Exception {
        ProducerRecord<String, String> bad = new ProducerRecord<>(Topics.inbound("mattermost"), "c1", "no json");
        try (KafkaProducer<String, String> says =
                        new KafkaProducer<>(client(Map.of()), new StringSerializer(), new StringSerializer());
                KafkaConsumer<String, String> looks =
                        new KafkaConsumer<>(kafka.operator(), new StringDeserializer(), new StringDeserializer())) {
            TopicPartition letters = new TopicPartition(Topics.dlq(bad.topic()), 0);
            looks.assign(List.of(letters));
            looks.seekToBeginning(List.of(letters));

            says.send(bad).get();

            List<String> aside = new ArrayList<>();
            await().atMost(LONG).until(() -> {
                looks.poll(Duration.ofMillis(200)).forEach(letter -> aside.add(letter.value()));
                return aside.contains(bad.value());
            });
        }
        assertThat(Files.readString(kubelet.log("event-gateway"))).doesNotContainIgnoringCase(REFUSALS);
    }

    @Test
    void anAdaptersAuthorChecksItsTopicWithTheSettingsOfAFile() throws Exception {
        Properties settings = new Properties();
        client(Map.of()).forEach((name, value) -> settings.setProperty(name, value.toString()));
        Path file = Path.of("target", "installation", "client.properties").toAbsolutePath();
        try (Writer out = Files.newBufferedWriter(file)) {
            settings.store(out, null);
        }
        String topic = Topics.outbound("mattermost");

        assertThat(checkTopic(topic, "--config", file.toString())).matches("\\d+ records? read, 0 wrong");
    }

    /** Runs {@code ./agenthost check-topic …} as on the command line, and returns the last line of its output. */
    private static String checkTopic(String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.agenthost.local.cli.AgentHost",
                "check-topic"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip().lines().reduce((before, line) -> line).orElse("");
    }

    @Test
    void anAdaptersEventIsAnsweredAndNobodyWasRefusedWhatHeNeeded() throws Exception {
        String admin = made(HOST_KEY, "{\"name\":\"first\",\"role\":\"admin\",\"workspace_id\":\"demo\"}");
        String runner = made(
                HOST_KEY,
                "{\"name\":\"echo\",\"role\":\"runner\",\"workspace_id\":\"demo\",\"plugins\":[\"agenthost/echo\"]}");
        secrets.put("agent-host-echo", Map.of("key", runner));
        kubelet.start("echo", "Dockerfile.echo");
        await().atMost(LONG)
                .until(() ->
                        post("binding-resolver", "/api/v1/agents", admin, """
                {"agent_id":"echo","name":"Echo","runner_id":"plugin:agenthost/echo/default"}""").statusCode() == 201);
        assertThat(post("binding-resolver", "/api/v1/bindings", admin, """
                {"scope":{"kind":"bot","bot_id":"helper"},"event_types":["message.*"],"agent_id":"echo"}""").statusCode())
                .isEqualTo(201);
        // run-orchestrator learns a new key from a topic; until then it refuses the runner, and an event would fail.
        await("the runner is connected").atMost(LONG).until(() -> isConnected("plugin:agenthost/echo/default", admin));

        try (KafkaProducer<String, String> says =
                        new KafkaProducer<>(client(Map.of()), new StringSerializer(), new StringSerializer());
                KafkaConsumer<String, String> hears = new KafkaConsumer<>(
                        client(Map.of("group.id", "adapter-mattermost", "auto.offset.reset", "earliest")),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            hears.subscribe(List.of(Topics.outbound("mattermost")));
            says.send(message("hello")).get();
            StringBuilder heard = new StringBuilder();
            await().atMost(LONG).until(() -> {
                hears.poll(Duration.ofMillis(200)).forEach(record -> heard.append(record.value()));
                return heard.toString().contains("hello");
            });
            hears.commitSync();
            assertThatThrownBy(() ->
                            says.send(new ProducerRecord<>(Topics.EVENTS, "x")).get())
                    .hasRootCauseInstanceOf(TopicAuthorizationException.class);
        }
        for (Service service : Service.values()) {
            assertThat(Files.readString(kubelet.log(service.module())))
                    .as(service.module())
                    .doesNotContainIgnoringCase(REFUSALS);
        }
    }

    @Test
    void aServicesRoleSeesNoOthersTables() throws SQLException {
        try (Connection delivery = DriverManager.getConnection(
                        database.jdbcUrl(), "agenthost_delivery", password("agenthost_delivery"));
                Statement statement = delivery.createStatement()) {
            statement.execute("SELECT count(*) FROM delivery.runs");
            assertThatThrownBy(() -> statement.execute("SELECT count(*) FROM bindings.api_keys"))
                    .hasMessageContaining("permission denied for schema bindings");
            assertThatThrownBy(() -> statement.execute("CREATE TABLE public.x (y int)"))
                    .hasMessageContaining("permission denied for schema public");
        }
    }

    private static ProducerRecord<String, String> message(String text) {
        ProducerRecord<String, String> record =
                new ProducerRecord<>(Topics.inbound("mattermost"), "c1", """
                {"bot_id":"helper","conversation_id":"c1","text":"%s","actor":{"actor_id":"u1"},"delivery":{"reply_target":{"chat_id":7}}}""".formatted(text));
        Map.of(
                        "ce_specversion",
                        "1.0",
                        "ce_id",
                        UUID.randomUUID().toString(),
                        "ce_source",
                        "test",
                        "ce_type",
                        "message.received",
                        "content-type",
                        "application/json")
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    private static Map<String, Object> client(Map<String, Object> more) {
        Map<String, Object> client = new HashMap<>(more);
        client.putAll(Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                "SCRAM-SHA-512",
                "sasl.jaas.config",
                SecureKafka.jaas(ADAPTER),
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                kafka.certificateAuthority().toString()));
        return client;
    }

    private static String made(String key, String wish) throws Exception {
        HttpResponse<String> answer = post("binding-resolver", "/api/v1/keys", key, wish);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return JSON.readTree(answer.body()).path("secret").asText();
    }

    private static boolean isConnected(String runnerId, String key) throws IOException, InterruptedException {
        HttpResponse<String> answer = HTTP.send(
                HttpRequest.newBuilder(URI.create(kubelet.address("run-orchestrator") + "/api/v1/runners"))
                        .header("Authorization", "Bearer " + key)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        for (JsonNode runner : JSON.readTree(answer.body()).path("runners")) {
            if (runner.path("id").asText().equals(runnerId)
                    && runner.path("connected").asInt() > 0) {
                return true;
            }
        }
        return false;
    }

    private static HttpResponse<String> post(String service, String path, String key, String body)
            throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(kubelet.address(service) + path))
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Deletes the files of the previous run and creates the folder; the files of this run stay for inspection. */
    private static Path empty(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(folder);
    }

    private static void makeRoles() throws IOException, SQLException {
        Matcher variable = Pattern.compile(":'(\\w+)'").matcher(Files.readString(Chart.EXAMPLES.resolve("roles.sql")));
        String roles = variable.replaceAll(found -> "'" + password("agenthost_" + found.group(1)) + "'");
        try (Connection connection =
                        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute(roles);
        }
    }

    private static String sha256(String text) throws NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String password(String role) {
        return "password-of-" + role;
    }

    /** The example's Secrets, with values for the placeholders in angle brackets, and the Secrets that Strimzi makes. */
    private static Map<String, Map<String, String>> secrets(Chart chart) throws Exception {
        Map<String, Map<String, String>> secrets = new HashMap<>();
        for (JsonNode secret : Chart.documents(Chart.EXAMPLES.resolve("secrets.yaml"))) {
            Map<String, String> members = new HashMap<>();
            for (Map.Entry<String, JsonNode> member : secret.path("stringData").properties()) {
                members.put(member.getKey(), filled(member.getValue().asText()));
            }
            secrets.put(Chart.name(secret), members);
        }
        chart.byName("KafkaUser")
                .keySet()
                .forEach(user -> secrets.put(user, Map.of("sasl.jaas.config", SecureKafka.jaas(user))));
        secrets.put("agent-host-cluster-ca-cert", Map.of("ca.crt", Files.readString(kafka.certificateAuthority())));
        return secrets;
    }

    private static String filled(String example) throws NoSuchAlgorithmException {
        return example.replace("<hex SHA-256 of the host key>", sha256(HOST_KEY))
                .replaceAll("<base64 of 32 [a-z ]*>", Base64.getEncoder().encodeToString(new byte[32]))
                .replace("<the key between services>", "the-key-between-services")
                .replaceAll("<password of (\\w+)>", "password-of-$1")
                .replace(
                        "postgres.example.com:5432/agenthost",
                        "127.0.0.1:" + database.port() + "/" + database.database());
    }
}
