package dev.agenthost.testkit.kafka;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The log levels of Kafka in this JVM. At INFO each start of a broker writes a thousand lines, and each client logs all of its
 * settings, so only warnings are logged.
 */
public final class KafkaLogLevels {
    // Strong references: a logger that is collected loses its level.
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
