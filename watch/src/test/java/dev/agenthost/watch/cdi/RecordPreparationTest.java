package dev.agenthost.watch.cdi;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class RecordPreparationTest {
    @Test
    void aRecordOfEachTopicIsReadAndWritten() {
        assertThatCode(new RecordPreparation()::prepare).doesNotThrowAnyException();
    }
}
