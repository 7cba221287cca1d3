package dev.agenthost.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartOffsetTest {
    private static final PartitionLog LOG = new PartitionLog("id", 10, 50);

    @Test
    void isTheStoredOffsetWhereTheLogHasAllFromThere() {
        for (long next : new long[] {10, 42, 50}) {
            assertThat(start(new AppliedOffset("id", next))).isEqualTo(new StartOffset.Stored(next));
        }
    }

    @Test
    void isTheBeginningWhereNothingIsStored() {
        assertThat(start(null)).isEqualTo(new StartOffset.First(10));
    }

    @Test
    void isTheBeginningOfATopicThatWasCreatedAgainThoughTheLogHasTheStoredOffset() {
        assertThat(start(new AppliedOffset("another", 42))).isEqualTo(new StartOffset.Recreated(10));
    }

    @Test
    void isTheBeginningWhereTheLogEndsBeforeTheStoredOffset() {
        assertThat(start(new AppliedOffset("id", 51))).isEqualTo(new StartOffset.Truncated(10));
    }

    @Test
    void isTheBeginningWhereTheLogBeginsAfterTheStoredOffset() {
        assertThat(start(new AppliedOffset("id", 9))).isEqualTo(new StartOffset.Expired(10));
    }

    private static StartOffset start(AppliedOffset stored) {
        return StartOffset.of(stored, LOG);
    }
}
