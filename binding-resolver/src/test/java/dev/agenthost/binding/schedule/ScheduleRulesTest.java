package dev.agenthost.binding.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.UndecodableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleRulesTest {
    @Test
    void aPlainScheduleIsAccepted() throws Exception {
        Schedule schedule = Schedules.of("{'cron':'0 9 * * *','event':{'text':'report'}}");

        assertThat(ScheduleRules.check(schedule)).isEqualTo(schedule);
        assertThat(schedule.timeZone()).isEqualTo("UTC");
        assertThat(schedule.missedRuns()).isEqualTo(MissedRuns.ONCE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'bot_id':' ' | event.bot_id",
                "'conversation_id':'a\\nb' | event.conversation_id",
                "'thread_id':'' | event.thread_id",
                "'data':{'api_key':'sk-1'} | event.data.api_key",
                "'data':{'a':'x\\u0000'} | event.data.a",
                "'delivery':{'surface':'telegram','reply_target':7} | event.delivery.reply_target",
                "'delivery':{'surface':'host:delegation'} | event.delivery.surface",
                "'delivery':{'surface':'telegram','reply_target':{'api_key':'abc'}} | event.delivery.reply_target.api_key",
            })
    void aBrokenEventIsRefusedWithItsField(String member, String field) throws Exception {
        Schedule schedule = Schedules.of("{'cron':'0 9 * * *','event':{'text':'report'," + member + "}}");

        assertThatThrownBy(() -> ScheduleRules.check(schedule))
                .isInstanceOfSatisfying(InvalidFieldException.class, fault -> assertThat(fault.field())
                        .isEqualTo(field));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'event':{'text':'report'}} | cron",
                "{'cron':'0 9 * * *'} | event",
                "{'cron':'0 9 * * *','event':{}} | event.text",
                "{'cron':'0 9 * * *','event':{'text':''}} | event.text",
                "{'cron':'0 9 * * *','event':{'text':'a'},'missed_runs':'twice'} | missed_runs",
                "{'cron':'0 9 * * *','event':{'text':'a'},'enabled':'yes'} | enabled",
            })
    void aDocumentWithoutItsFieldsIsRefused(String document, String field) {
        assertThatThrownBy(() -> Schedules.of(document))
                .isInstanceOfSatisfying(UndecodableException.class, fault -> assertThat(fault.field())
                        .isEqualTo(field));
    }
}
