package dev.agenthost.local.kafka;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What Kafka says in the log of this JVM. At INFO each start of a broker fills a thousand lines, and each client says all of its
 * settings: only warnings are kept.
 */
public final class KafkaLogLevels {
    // Held here, for a logger that nobody holds forgets its level.
    private static final List<Logger> LOGGERS = List.of(
            Logger.getLogger("kafka"), Logger.getLogger("org.apache.kafka"), Logger.getLogger("state.change.logger"));

    private KafkaLogLevels() {}

    public static void onlyWarnings() {
        LOGGERS.forEach(logger -> logger.setLevel(Level.WARNING));
    }

    /** Logs nothing: for a command that reports itself whether the broker answers. */
    public static void nothing() {
        LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
    }
}
