package dev.agenthost.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.testkit.kafka.KafkaLogLevels;
import dev.agenthost.testkit.process.FreePorts;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A broker as Strimzi would run it: TLS, SCRAM, and only the rights of the KafkaUsers. Topics and users are made from the chart's
 * objects, as Strimzi's operators would make them, on a listener of this test.
 */
final class SecureKafka implements AutoCloseable {
    private static final int ITERATIONS = 4096;
    private static final String PASSWORD = "of-the-keystore";

    private final int port = FreePorts.next();
    private final int ownPort = FreePorts.next();
    private final Path folder;
    private final KafkaRaftServer server;

    SecureKafka(Path folder) throws Exception {
        KafkaLogLevels.onlyWarnings();
        this.folder = Files.createDirectories(folder);
        certificate();
        new Formatter()
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(1)
                .addDirectory(data())
                .setMetadataLogDirectory(data())
                .setControllerListenerName("CONTROLLER")
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                .run();
        server = new KafkaRaftServer(KafkaConfig.fromProps(settings(), false), Time.SYSTEM);
        server.startup();
    }

    /** The address that clients connect to. */
    String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** Settings of a client with all rights, on the listener of this test. */
    Map<String, Object> operator() {
        return Map.of("bootstrap.servers", "127.0.0.1:" + ownPort);
    }

    /** The PEM file of the certificate authority that clients trust. */
    Path certificateAuthority() {
        return folder.resolve("ca.crt");
    }

    /** The value of {@code sasl.jaas.config} in the user's Secret, as Strimzi writes it. */
    static String jaas(String user) {
        return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user + "\" password=\""
                + password(user) + "\";";
    }

    private static String password(String user) {
        return "password-of-" + user;
    }

    void make(Chart chart) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + ownPort))) {
            admin.createTopics(chart.all("KafkaTopic").map(SecureKafka::topic).toList())
                    .all()
                    .get();
            admin.alterUserScramCredentials(chart.all("KafkaUser")
                            .map(Chart::name)
                            .map(user -> new UserScramCredentialUpsertion(
                                    user,
                                    new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, ITERATIONS),
                                    password(user)))
                            .collect(Collectors.toList()))
                    .all()
                    .get();
            admin.createAcls(chart.all("KafkaUser").flatMap(SecureKafka::rights).toList())
                    .all()
                    .get();
        }
    }

    /** The topic of the chart with one replica: there is one broker. */
    private static NewTopic topic(JsonNode topic) {
        Map<String, String> config = topic.at("/spec/config").properties().stream()
                .filter(entry -> !entry.getKey().equals("min.insync.replicas"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().asText()));
        return new NewTopic(Chart.name(topic), topic.at("/spec/partitions").asInt(), (short) 1).configs(config);
    }

    private static Stream<AclBinding> rights(JsonNode user) {
        return Chart.stream(user.at("/spec/authorization/acls"))
                .flatMap(right -> Chart.texts(right.path("operations")).stream()
                        .map(operation -> new AclBinding(
                                new ResourcePattern(
                                        ResourceType.fromString(
                                                right.at("/resource/type").asText()),
                                        right.at("/resource/name").asText(),
                                        PatternType.valueOf(right.at("/resource/patternType")
                                                .asText()
                                                .toUpperCase(Locale.ROOT))),
                                new AccessControlEntry(
                                        "User:" + Chart.name(user),
                                        right.path("host").asText(),
                                        AclOperation.fromString(operation),
                                        AclPermissionType.ALLOW))));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private Properties settings() {
        int controller = FreePorts.next();
        Properties settings = new Properties();
        settings.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@127.0.0.1:" + controller,
                "controller.listener.names", "CONTROLLER",
                "log.dirs", data(),
                "auto.create.topics.enable", "false",
                "group.initial.rebalance.delay.ms", "0",
                "log.cleaner.dedupe.buffer.size", "4194304"));
        String listeners = "OWN://127.0.0.1:" + ownPort + ",OUTSIDE://" + bootstrapServers();
        settings.putAll(Map.of(
                "listeners", listeners + ",CONTROLLER://127.0.0.1:" + controller,
                "advertised.listeners", listeners,
                "listener.security.protocol.map", "OWN:PLAINTEXT,OUTSIDE:SASL_SSL,CONTROLLER:PLAINTEXT",
                "inter.broker.listener.name", "OWN",
                "sasl.enabled.mechanisms", "SCRAM-SHA-512",
                "listener.name.outside.scram-sha-512.sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required;",
                "ssl.keystore.type", "PKCS12",
                "ssl.keystore.location", folder.resolve("broker.p12").toString(),
                "ssl.keystore.password", PASSWORD));
        settings.putAll(Map.of(
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users", "User:ANONYMOUS"));
        for (String internal : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            settings.put(internal + ".replication.factor", "1");
            settings.put(internal + ".num.partitions", "1");
        }
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        return settings;
    }

    private void certificate() throws IOException, InterruptedException {
        keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=broker", "-ext", "SAN=ip:127.0.0.1", "-validity", "2");
        keytool("-exportcert", "-rfc", "-file", certificateAuthority().toString());
    }

    private void keytool(String... what) throws IOException, InterruptedException {
        List<String> command = Stream.of(
                        Stream.of(Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString()),
                        Stream.of(what),
                        Stream.of("-alias", "broker", "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore"),
                        Stream.of(folder.resolve("broker.p12").toString()))
                .flatMap(part -> part)
                .toList();
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException(Files.readString(folder.resolve("keytool.log")));
        }
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }
}
