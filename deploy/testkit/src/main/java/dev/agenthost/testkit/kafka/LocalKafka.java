package dev.agenthost.testkit.kafka;

import dev.agenthost.testkit.process.FreePorts;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** A Kafka broker of one node inside this JVM, on loopback. */
public final class LocalKafka implements AutoCloseable {
    private static final int TRIES = 5;

    private final KafkaSettings settings;
    private final KafkaRaftServer server;

    private LocalKafka(KafkaSettings settings, KafkaRaftServer server) {
        this.settings = settings;
        this.server = server;
    }

    /**
     * Starts on free ports. Another process may take a port between its choice and its use, so this retries with others.
     *
     * @param data directory of the log; an empty or absent one is formatted, another one is reused
     */
    public static LocalKafka startOnFreePorts(Path data) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return start(new KafkaSettings(data, FreePorts.next(), FreePorts.next()));
            } catch (RuntimeException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Starts a broker with these settings, and returns when it answers. */
    public static LocalKafka start(KafkaSettings settings) throws IOException {
        KafkaLogLevels.onlyWarnings();
        format(settings);
        var server = new KafkaRaftServer(KafkaConfig.fromProps(settings.properties(), false), Time.SYSTEM);
        try {
            server.startup();
        } catch (RuntimeException | Error e) {
            server.shutdown();
            throw e;
        }
        return new LocalKafka(settings, server);
    }

    private static void format(KafkaSettings settings) throws IOException {
        if (Files.exists(settings.data().resolve("meta.properties"))) {
            return;
        }
        Files.createDirectories(settings.data());
        try {
            new Formatter()
                    .setClusterId(Uuid.randomUuid().toString())
                    .setNodeId(KafkaSettings.NODE_ID)
                    .addDirectory(settings.data().toString())
                    .setMetadataLogDirectory(settings.data().toString())
                    .setControllerListenerName(KafkaSettings.CONTROLLER)
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                    .run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("cannot format " + settings.data(), e);
        }
    }

    /** The address that clients connect to, {@code host:port}. */
    public String bootstrapServers() {
        return settings.bootstrapServers();
    }

    /** Returns when the broker has ended. */
    public void awaitEnd() {
        server.awaitShutdown();
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }
}
