package dev.agenthost.delivery.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunDeltaStateTest {

    private final DeliveredRun run = DeliveredRun.toEventSurface();

    @Test
    void collectsPendingText() {
        assertThat(state(false)
                        .with(List.of(record(1, DeliveredRun.delta("he")), record(2, DeliveredRun.delta("llo"))))
                        .pendingText())
                .isEqualTo("hello");
    }

    @Test
    void aStoppedPartHoldsNoText() {
        RunDeltaState stopped = state(true);
        for (int i = 1; i < 100; i++) {
            stopped = stopped.with(List.of(record(i, DeliveredRun.delta("more and more"))));
        }
        assertThat(stopped.pendingText()).isEmpty();
        assertThat(stopped.lastSequence()).isEqualTo(99);
    }

    @Test
    void noTextIsCollectedAfterAGap() {
        assertThat(state(false)
                        .with(List.of(record(5, DeliveredRun.delta("later"))))
                        .pendingText())
                .isEmpty();
    }

    @Test
    void textBeyondTheLimitStopsThePartAndNotTheNext() {
        String longText = "x".repeat(RunDeltaState.MAX_DELTA_CHARS / 4 + 1);
        List<ResultRecord> flood = new ArrayList<>();
        for (int i = 1; i <= 1_000; i++) {
            flood.add(record(i, DeliveredRun.delta(longText)));
        }

        RunDeltaState stopped = state(false).with(flood);

        assertThat(stopped.pendingText()).isEmpty();
        assertThat(stopped.isStopped()).isTrue();
        assertThat(stopped.lastSequence()).isEqualTo(1_000);
        assertThat(state(false)
                        .with(List.of(
                                record(
                                        1,
                                        DeliveredRun.delta(longText),
                                        DeliveredRun.delta(longText),
                                        DeliveredRun.delta(longText),
                                        DeliveredRun.delta(longText)),
                                record(5, DeliveredRun.message("all of it"), DeliveredRun.delta("next"))))
                        .pendingText())
                .isEqualTo("next");
    }

    private static RunDeltaState state(boolean isStopped) {
        return new RunDeltaState(new Destination.Outbound("im"), DeliveryState.UNKNOWN, 1, 0, "", 0, isStopped);
    }

    private ResultRecord record(long sequence, ResultPayload... payloads) {
        return new ResultRecord(1, 7, run.record(1, sequence, payloads), null);
    }
}
