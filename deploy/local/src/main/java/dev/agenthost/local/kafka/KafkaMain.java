package dev.agenthost.local.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The broker as a process of its own; its arguments are the data directory, its port and its controller's port. */
public final class KafkaMain {
    // Held here, for a logger that nobody holds forgets its level. At INFO each start fills thousands of lines.
    private static final Logger LOGGED_WARNINGS = Logger.getLogger("");
    private static final Logger LOGGED_STATES = Logger.getLogger("kafka.server.BrokerServer");

    private KafkaMain() {}

    public static void main(String[] arguments) throws IOException {
        LOGGED_WARNINGS.setLevel(Level.WARNING);
        LOGGED_STATES.setLevel(Level.INFO);
        var kafka = LocalKafka.start(new KafkaSettings(
                Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])));
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "kafka-end"));
        System.out.println("listening on " + kafka.bootstrapServers());
        kafka.awaitEnd();
    }
}
