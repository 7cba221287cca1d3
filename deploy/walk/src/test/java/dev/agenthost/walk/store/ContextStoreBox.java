package dev.agenthost.walk.store;

import dev.agenthost.local.model.ChatModel;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.plan.BoxPorts;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.local.plan.JavaCommand;
import dev.agenthost.local.plan.SettingsFiles;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.local.settings.Service;
import dev.agenthost.testkit.kafka.KafkaSettings;
import dev.agenthost.testkit.kafka.LocalKafka;
import dev.agenthost.testkit.kafka.TopicSet;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import dev.agenthost.testkit.postgres.LocalPostgres;
import dev.agenthost.testkit.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** context-store with its dependencies, a broker and a database, planned as for a box. */
final class ContextStoreBox implements AutoCloseable {

    private final Path failPoints;
    private final LocalKafka kafka;
    private final LocalPostgres postgres;
    private final DatabaseAddress address;
    final ContextStoreProcess store;

    /** @param more settings of context-store */
    ContextStoreBox(Map<String, String> more) throws Exception {
        var home = Path.of("target", "store-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
        var layout = new BoxLayout(Path.of("../.."), home);
        layout.create();
        failPoints = Files.createDirectories(layout.home().resolve("failpoints"));
        var keys = BoxKeys.fresh(new SecureRandom());
        var ports = BoxPorts.choose(FreePorts.next(), 1, FreePorts::next);
        var java = JavaCommand.ofThisJvm(layout.home(), Compilation.FIRST_LEVEL);
        var plan = BoxPlan.of(layout, keys, ports, new ChatModel.None(), 1, java, layout.classPath());
        kafka = LocalKafka.start(new KafkaSettings(layout.kafkaData(), ports.kafka(), ports.kafkaController()));
        TopicSet.createWalk(broker());
        postgres = LocalPostgres.startThrowaway(layout.postgresData());
        address = postgres.address("agenthost");
        postgres.createDatabase(address.database());
        SettingsFiles.write(layout, plan, Map.of(Service.CONTEXT_STORE, settings(more)));
        var process = plan.processes().stream()
                .filter(one -> one.name().name().equals(Service.CONTEXT_STORE.module()))
                .findFirst()
                .orElseThrow();
        store = new ContextStoreProcess(process, layout.log("context-store"), layout.project(), layout.home());
    }

    private Map<String, String> settings(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "quarkus.datasource.jdbc.url",
                address.jdbcUrl(),
                "quarkus.datasource.reactive.url",
                address.reactiveUrl(),
                "quarkus.datasource.username",
                address.user(),
                "quarkus.datasource.password",
                address.password(),
                "agenthost.failpoint.directory",
                failPoints.toString(),
                // Else each life waits until the broker no longer waits for the one before.
                "mp.messaging.connector.smallrye-kafka.group.instance.id",
                "context-store-1"));
        settings.putAll(more);
        return settings;
    }

    String broker() {
        return kafka.bootstrapServers();
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
    }

    /** Arms a fail point: the next process that reaches the step dies there. */
    void arm(String step) throws IOException {
        Files.createFile(failPoints.resolve(step));
    }

    @Override
    public void close() {
        store.close();
        postgres.close();
        kafka.close();
    }
}
