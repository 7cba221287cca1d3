package dev.agenthost.delivery.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunDeltaStateTest {

    private final DeliveredRun run = DeliveredRun.answeredWhereItCameFrom();

    @Test
    void holdsWhatIsToBeShown() {
        assertThat(shown(false)
                        .with(List.of(record(1, DeliveredRun.delta("he")), record(2, DeliveredRun.delta("llo"))))
                        .unshown())
                .isEqualTo("hello");
    }

    @Test
    void ofAPartThatIsNotShownAnyMoreItHoldsNothing() {
        RunDeltaState silent = shown(true);
        for (int i = 1; i < 100; i++) {
            silent = silent.with(List.of(record(i, DeliveredRun.delta("more and more"))));
        }
        assertThat(silent.unshown()).isEmpty();
        assertThat(silent.seen()).isEqualTo(99);
    }

    @Test
    void whatComesAfterAGapIsNotHeldEither() {
        assertThat(shown(false)
                        .with(List.of(record(5, DeliveredRun.delta("later"))))
                        .unshown())
                .isEmpty();
    }

    @Test
    void whoSaysMoreAtOnceThanFitsIsNotShownTheRestOfThatPartAndTheNextAgain() {
        String much = "x".repeat(RunDeltaState.LARGEST_PIECE / 4 + 1);
        List<ResultRecord> flood = new ArrayList<>();
        for (int i = 1; i <= 1_000; i++) {
            flood.add(record(i, DeliveredRun.delta(much)));
        }

        RunDeltaState silenced = shown(false).with(flood);

        assertThat(silenced.unshown()).isEmpty();
        assertThat(silenced.isSilenced()).isTrue();
        assertThat(silenced.seen()).isEqualTo(1_000);
        assertThat(shown(false)
                        .with(List.of(
                                record(
                                        1,
                                        DeliveredRun.delta(much),
                                        DeliveredRun.delta(much),
                                        DeliveredRun.delta(much),
                                        DeliveredRun.delta(much)),
                                record(5, DeliveredRun.said("all of it"), DeliveredRun.delta("next"))))
                        .unshown())
                .isEqualTo("next");
    }

    private static RunDeltaState shown(boolean isSilenced) {
        return new RunDeltaState("im", DeliveryState.UNKNOWN, 1, 0, "", 0, isSilenced);
    }

    private ResultRecord record(long sequence, ResultPayload... payloads) {
        return new ResultRecord(1, 7, run.record(1, sequence, payloads), null);
    }
}
