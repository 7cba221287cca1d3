package dev.agenthost.binding.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Events;
import dev.agenthost.protocol.event.EventEnvelope;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventAgeTest {
    private static final Instant NOW = Events.NOW;

    @Test
    void refusesWhatIsOlderThanTheMemory() {
        assertThat(EventAge.refusal(happened(NOW.minus(Duration.ofDays(34))), NOW))
                .isEmpty();
        assertThat(EventAge.refusal(happened(NOW.minus(Duration.ofDays(36))), NOW))
                .isPresent();
    }

    @Test
    void anyNumberMayStandInARecord() {
        EventEnvelope ancient = Events.with(Events.groupMessage(), "event_time", Long.MIN_VALUE);
        EventEnvelope far = Events.with(Events.groupMessage(), "event_time", Long.MAX_VALUE);

        assertThat(EventAge.refusal(ancient, NOW)).isPresent();
        assertThat(EventAge.refusal(far, NOW)).isEmpty();
        assertThat(EventAge.keepUntil(far, NOW)).isEqualTo(NOW.plus(Duration.ofDays(70)));
    }

    @Test
    void remembersAnEventUntilItIsTooOldToRun() {
        for (int days : new int[] {-34, -1, 0, 1, 30}) {
            EventEnvelope event = happened(NOW.plus(Duration.ofDays(days)));

            Instant forgotten = EventAge.keepUntil(event, NOW).plusSeconds(1);

            assertThat(EventAge.refusal(event, forgotten)).as("%d days", days).isPresent();
        }
    }

    private static EventEnvelope happened(Instant when) {
        return Events.with(Events.groupMessage(), "event_time", when.getEpochSecond());
    }
}
