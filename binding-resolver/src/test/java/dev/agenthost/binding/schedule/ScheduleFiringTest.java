package dev.agenthost.binding.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.TriggerSource;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ScheduleFiringTest {
    private static final Instant NINE = Instant.parse("2026-11-27T09:00:00Z");

    @Test
    void aScheduleIsTheHostsEvent() throws Exception {
        Schedule schedule = Schedules.of("""
                {'cron':'0 9 * * *','name':'Morning','event':{'bot_id':'shop','conversation_id':'c1','text':'report','data':{'n':1},
                 'delivery':{'surface':'telegram','reply_target':{'chat_id':7}}}}""");

        ScheduleFiring firing = ScheduleFiring.of(schedule, NINE, NINE.plusMillis(700));

        EventEnvelope event = firing.event();
        assertThat(event).isNotNull();
        assertThat(event.eventType()).isEqualTo("schedule.triggered");
        assertThat(event.source()).isEqualTo(TriggerSource.SCHEDULER);
        assertThat(event.actor()).isNotNull();
        assertThat(event.actor().actorType()).isEqualTo("system");
        assertThat(event.subject()).isNotNull();
        assertThat(event.subject().subjectId()).isEqualTo("s");
        assertThat(event.subject().data().path("due_at").asText()).isEqualTo("2026-11-27T09:00:00Z");
        assertThat(event.input().text()).isEqualTo("report");
        assertThat(event.botId()).isEqualTo("shop");
        assertThat(event.delivery().surface()).isEqualTo("telegram");
        assertThat(event.fingerprint()).isNotEmpty();
        assertThat(firing.nextDue()).isEqualTo("2026-11-28T09:00:00Z");
    }

    @Test
    void withoutDeliveryTheAnswerIsInTheRecordsAlone() {
        EventEnvelope event = ScheduleFiring.of(Schedules.of("0 9 * * *", "UTC", "once"), NINE, NINE)
                .event();

        assertThat(event).isNotNull();
        assertThat(event.delivery().surface()).isEqualTo("scheduler");
        assertThat(event.botId()).isEqualTo("scheduler");
    }

    @Test
    void severalMissedTimesAreOneEventForTheLast() {
        ScheduleFiring firing = ScheduleFiring.of(
                Schedules.of("0 * * * *", "UTC", "once"), NINE, Instant.parse("2026-11-27T15:20:00Z"));

        assertThat(firing.event()).isNotNull();
        assertThat(firing.event().subject()).isNotNull();
        assertThat(firing.event().subject().data().path("due_at").asText()).isEqualTo("2026-11-27T15:00:00Z");
        assertThat(firing.nextDue()).isEqualTo("2026-11-27T16:00:00Z");
    }

    @Test
    void aMissedTimeIsSkippedOnRequest() {
        Schedule schedule = Schedules.of("0 * * * *", "UTC", "skip");

        assertThat(ScheduleFiring.of(schedule, NINE, NINE.plusSeconds(60)).event())
                .isNotNull();
        ScheduleFiring late = ScheduleFiring.of(schedule, NINE, NINE.plusSeconds(61));
        assertThat(late.event()).isNull();
        assertThat(late.nextDue()).isEqualTo("2026-11-27T10:00:00Z");
        // The time of 15:00 is not late, although earlier ones are.
        assertThat(ScheduleFiring.of(schedule, NINE, Instant.parse("2026-11-27T15:00:01Z"))
                        .event())
                .isNotNull();
    }

    @Test
    void theSameTimeIsTheSameEvent() {
        Schedule schedule = Schedules.of("0 9 * * *", "UTC", "once");
        EventEnvelope first = ScheduleFiring.of(schedule, NINE, NINE).event();
        EventEnvelope again =
                ScheduleFiring.of(schedule, NINE, NINE.plusSeconds(3)).event();
        EventEnvelope next = ScheduleFiring.of(schedule, NINE.plusSeconds(86_400), NINE.plusSeconds(86_400))
                .event();

        assertThat(first).isNotNull();
        assertThat(again).isNotNull();
        assertThat(next).isNotNull();
        assertThat(again.eventId()).isEqualTo(first.eventId());
        assertThat(next.eventId()).isNotEqualTo(first.eventId());
    }
}
