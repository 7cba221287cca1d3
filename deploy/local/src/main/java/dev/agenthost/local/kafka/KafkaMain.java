package dev.agenthost.local.kafka;

import dev.agenthost.testkit.kafka.KafkaSettings;
import dev.agenthost.testkit.kafka.LocalKafka;
import java.io.IOException;
import java.nio.file.Path;

/** The broker as a process of its own; its arguments are the data directory, its port and its controller's port. */
public final class KafkaMain {
    private KafkaMain() {}

    public static void main(String[] arguments) throws IOException {
        var kafka = LocalKafka.start(new KafkaSettings(
                Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])));
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "kafka-end"));
        System.out.println("listening on " + kafka.bootstrapServers());
        kafka.awaitEnd();
    }
}
