package dev.agenthost.testkit.kafka;

import java.nio.file.Path;
import java.util.Properties;

/**
 * The settings of one broker, which is its own controller. Loopback only.
 *
 * @param data directory of its log; stays between starts
 * @param port for clients
 * @param controllerPort for its own controller
 */
public record KafkaSettings(Path data, int port, int controllerPort) {
    static final int NODE_ID = 1;
    static final String CONTROLLER = "CONTROLLER";

    /** The address that clients connect to. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    Properties properties() {
        var listeners = "PLAINTEXT://127.0.0.1:" + port + "," + CONTROLLER + "://127.0.0.1:" + controllerPort;
        var properties = new Properties();
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", Integer.toString(NODE_ID));
        properties.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
        properties.put("controller.listener.names", CONTROLLER);
        properties.put("listeners", listeners);
        properties.put("advertised.listeners", listeners);
        properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER + ":PLAINTEXT");
        properties.put("inter.broker.listener.name", "PLAINTEXT");
        properties.put("log.dirs", data.toString());
        for (var internal : new String[] {"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"}) {
            properties.put(internal + ".replication.factor", "1");
            properties.put(internal + ".num.partitions", "1");
        }
        properties.put("transaction.state.log.min.isr", "1");
        properties.put("share.coordinator.state.topic.min.isr", "1");
        // Topics are created beforehand: created on first use, they delay the first event by seconds.
        properties.put("auto.create.topics.enable", "false");
        properties.put("group.initial.rebalance.delay.ms", "0");
        // A killed broker can register again only after its old session has ended; the default is 9 s.
        properties.put("broker.session.timeout.ms", "3000");
        properties.put("broker.heartbeat.interval.ms", "500");
        // Memory and threads of a small box.
        properties.put("num.network.threads", "2");
        properties.put("num.io.threads", "2");
        properties.put("num.replica.fetchers", "1");
        properties.put("background.threads", "2");
        properties.put("log.cleaner.threads", "1");
        properties.put("log.cleaner.dedupe.buffer.size", "4194304");
        properties.put("log.index.size.max.bytes", "1048576");
        return properties;
    }
}
