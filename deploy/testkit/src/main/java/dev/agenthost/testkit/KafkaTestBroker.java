package dev.agenthost.testkit;

import dev.agenthost.testkit.kafka.LocalKafka;
import dev.agenthost.testkit.kafka.TopicSet;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Exit;

/**
 * A real Kafka broker for tests: one for each JVM, with all topics between the services, shared by its test classes.
 *
 * <p>Use it with {@code @QuarkusTestResource(KafkaResource.class)}, or call {@link #bootstrapServers()} where no Quarkus
 * application is under test. Test classes share the topics, so a test tells its own records by its own ids. An application
 * under test starts with empty topics.
 */
public final class KafkaTestBroker implements QuarkusTestResourceLifecycleManager {
    /** The address that clients connect to; starts the broker if it is not running yet. */
    public static String bootstrapServers() {
        return JvmSingleton.get("kafka", KafkaTestBroker::startBroker);
    }

    /** Creates further topics like the standard ones, each with its {@code .dlq}; existing topics stay as they are. */
    public static void createTopics(String... names) {
        TopicSet.create(bootstrapServers(), List.of(names));
    }

    private static String startBroker() throws Exception {
        // A broker whose files are deleted ends its JVM, and the files are deleted while it still runs, at the end of
        // the tests.
        Exit.setExitProcedure((code, message) -> {});
        Exit.setHaltProcedure((code, message) -> {});
        var data = TemporaryDirectories.directory("kafka");
        var kafka = LocalKafka.startOnFreePorts(data);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> TemporaryDirectories.delete(data), "kafka-end"));
        TopicSet.createWalk(kafka.bootstrapServers());
        return kafka.bootstrapServers();
    }

    /** Deletes the records of earlier applications: one with a fresh database would process them all again. */
    @Override
    public Map<String, String> start() {
        TopicSet.empty(bootstrapServers());
        return Map.of("kafka.bootstrap.servers", bootstrapServers());
    }

    /** Does nothing: the broker ends with the JVM, and the next test class uses it too. */
    @Override
    public void stop() {}
}
