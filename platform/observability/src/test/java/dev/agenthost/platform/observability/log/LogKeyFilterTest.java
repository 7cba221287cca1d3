package dev.agenthost.platform.observability.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.junit.jupiter.api.Test;

class LogKeyFilterTest {
    @Test
    void liftsFixedKeysAndNothingElse() {
        ExtLogRecord line = line(
                "dev.agenthost.gateway.X",
                "not stored: eventId=e-1 errorCode=TimeoutException (topic=agent.events, count=3)");

        assertThat(new LogKeyFilter().isLoggable(line)).isTrue();
        assertThat(line.getMdcCopy())
                .containsOnlyKeys("eventId", "errorCode", "topic")
                .containsEntry("eventId", "e-1")
                .containsEntry("topic", "agent.events");
    }

    @Test
    void leavesTheLinesOfOthersAlone() {
        ExtLogRecord line = line("org.apache.kafka.X", "topic=agent.events");

        assertThat(new LogKeyFilter().isLoggable(line)).isTrue();
        assertThat(line.getMdcCopy()).isEmpty();
    }

    private static ExtLogRecord line(String logger, String message) {
        ExtLogRecord line = new ExtLogRecord(Level.WARN, message, LogKeyFilterTest.class.getName());
        line.setLoggerName(logger);
        return line;
    }
}
