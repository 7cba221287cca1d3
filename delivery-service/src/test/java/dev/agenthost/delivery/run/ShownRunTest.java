package dev.agenthost.delivery.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.Runs;
import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.protocol.result.ResultPayload;
import org.junit.jupiter.api.Test;

class ShownRunTest {

    private final Runs run = Runs.answeredWhereItCameFrom();

    @Test
    void holdsWhatIsToBeShown() {
        assertThat(shown(false)
                        .with(record(1, Runs.delta("he"), Runs.delta("llo")))
                        .unshown())
                .isEqualTo("hello");
    }

    @Test
    void ofAPartThatIsNotShownAnyMoreItHoldsNothing() {
        ShownRun silent = shown(true);
        for (int i = 1; i < 100; i++) {
            silent = silent.with(record(i, Runs.delta("more and more")));
        }
        assertThat(silent.unshown()).isEmpty();
        assertThat(silent.seen()).isEqualTo(99);
    }

    @Test
    void whatComesAfterAGapIsNotHeldEither() {
        assertThat(shown(false).with(record(5, Runs.delta("later"))).unshown()).isEmpty();
    }

    private static ShownRun shown(boolean isSilenced) {
        return new ShownRun("im", DeliveryState.UNKNOWN, 1, 0, "", 0, isSilenced);
    }

    private ResultRecord record(long sequence, ResultPayload... payloads) {
        return new ResultRecord(1, 7, run.record(1, sequence, payloads), null);
    }
}
