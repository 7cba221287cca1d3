package dev.agenthost.local.kafka;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** At INFO each start of a broker fills a thousand lines: only its warnings are kept. */
final class BrokerLog {
    // Held here, for a logger that nobody holds forgets its level.
    private static final List<Logger> WARNINGS = List.of(
            Logger.getLogger("kafka"), Logger.getLogger("org.apache.kafka"), Logger.getLogger("state.change.logger"));

    private BrokerLog() {}

    /** For the broker, and for the clients of the same JVM. */
    static void onlyWarnings() {
        WARNINGS.forEach(logger -> logger.setLevel(Level.WARNING));
    }
}
