package dev.agenthost.binding.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronTimesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "30 9 * * MON-FRI | UTC | 2026-11-27T12:00:00Z | 2026-11-30T09:30Z, 2026-12-01T09:30Z",
                "0 0 29 2 * | UTC | 2026-11-27T12:00:00Z | 2028-02-29T00:00Z, 2032-02-29T00:00Z",
                "0 9 1 * * | Asia/Shanghai | 2026-11-27T12:00:00Z | 2026-12-01T09:00+08:00, 2027-01-01T09:00+08:00",
                // The clock goes forward at 02:00.
                "30 2 * * * | Europe/Berlin | 2026-03-28T12:00:00Z | 2026-03-29T03:00+02:00, 2026-03-30T02:30+02:00",
                "0 2 * * 0 | Europe/Berlin | 2026-03-28T12:00:00Z | 2026-03-29T03:00+02:00, 2026-04-05T02:00+02:00",
                "30 2,14 * * * | Europe/Berlin | 2026-03-28T14:00:00Z | 2026-03-29T03:00+02:00, 2026-03-29T14:30+02:00",
                "0 3 * * * | Europe/Berlin | 2026-03-28T12:00:00Z | 2026-03-29T03:00+02:00, 2026-03-30T03:00+02:00",
                "30 * * * * | Europe/Berlin | 2026-03-29T00:00:00Z | 2026-03-29T01:30+01:00, 2026-03-29T03:30+02:00",
                "0 0 * * * | America/Sao_Paulo | 2018-11-03T12:00:00Z | 2018-11-04T01:00-02:00, 2018-11-05T00:00-02:00",
                // The clock goes back at 03:00.
                "30 2 * * * | Europe/Berlin | 2026-10-24T12:00:00Z | 2026-10-25T02:30+02:00, 2026-10-26T02:30+01:00",
                "0 * * * * | Europe/Berlin | 2026-10-24T23:30:00Z | 2026-10-25T02:00+02:00, 2026-10-25T02:00+01:00",
            })
    void theNextTimes(String cron, String zone, Instant after, String expected) {
        CronTimes times = CronTimes.of(cron, zone);
        List<String> seen = new ArrayList<>();
        Instant at = after;
        for (int i = 0; i < 2; i++) {
            at = times.next(at).orElseThrow();
            seen.add(at.atZone(ZoneId.of(zone)).toOffsetDateTime().toString());
        }

        assertThat(String.join(", ", seen)).isEqualTo(expected);
    }

    @Test
    void theLastOfSeveralTimes() {
        CronTimes hourly = CronTimes.of("0 * * * *", "UTC");
        Instant nine = Instant.parse("2026-11-27T09:00:00Z");

        assertThat(hourly.last(nine, nine)).isEqualTo(nine);
        assertThat(hourly.last(nine, nine.plusSeconds(3_599))).isEqualTo(nine);
        assertThat(hourly.last(nine, nine.plusSeconds(3_600))).isEqualTo(nine.plusSeconds(3_600));
        assertThat(hourly.last(nine, nine.plusSeconds(40 * 86_400 + 7))).isEqualTo(nine.plusSeconds(40 * 86_400));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "61 * * * * | UTC | cron | not in range",
                "* * * * | UTC | cron | 4 parts",
                "* * * * * * | UTC | cron | 6 parts",
                "@daily | UTC | cron | five fields",
                "every day | UTC | cron | five fields",
                "*/0 * * * * | UTC | cron | not in range",
                "0 0 30 2 * | UTC | cron | has no time",
                "0 9 * * * | Berlin | time_zone | region",
                "0 9 * * * | +02:00 | time_zone | region",
            })
    void aBrokenExpressionIsRefusedWithItsField(String cron, String zone, String field, String why) {
        assertThatThrownBy(() -> CronTimes.of(cron, zone))
                .isInstanceOfSatisfying(InvalidFieldException.class, fault -> {
                    assertThat(fault.field()).isEqualTo(field);
                    assertThat(fault.why()).contains(why);
                });
    }
}
