package dev.agenthost.runners.actiongraph.projection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProjectionPublisherTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Shown shown = new Shown();

    @Test
    void ofManyViewsInAnIntervalTheFirstAndTheLastArePublished() throws Exception {
        ProjectionPublisher publisher = new ProjectionPublisher(shown, Duration.ofMillis(300));

        IntStream.rangeClosed(0, 99).forEach(ended -> publish(publisher, UiStatus.RUNNING, ended));

        assertThat(shown.ended.poll(10, TimeUnit.SECONDS)).isZero();
        assertThat(shown.ended.poll(10, TimeUnit.SECONDS)).isEqualTo(99);
    }

    @Test
    void theViewOfAGraphThatDoesNotRunIsPublishedAtOnce() {
        ProjectionPublisher publisher = new ProjectionPublisher(shown, LONG);

        publish(publisher, UiStatus.RUNNING, 0);
        publish(publisher, UiStatus.RUNNING, 1);
        publish(publisher, UiStatus.WAITING, 2);
        publish(publisher, UiStatus.RUNNING, 3);
        publish(publisher, UiStatus.COMPLETED, 4);

        assertThat(shown.ended).containsExactly(0, 2, 4);
    }

    /** A graph of many actions has a view for each of its steps. */
    @Test
    void aViewThatIsReplacedIsNotMade() {
        ProjectionPublisher publisher = new ProjectionPublisher(shown, LONG);
        List<Integer> made = new ArrayList<>();

        for (int step = 0; step < 100; step++) {
            int ended = step;
            publisher.publish(step == 99 ? UiStatus.COMPLETED : UiStatus.RUNNING, () -> {
                made.add(ended);
                return view(UiStatus.RUNNING, ended);
            });
        }

        assertThat(made).containsExactly(0, 99);
    }

    @Test
    void anUnchangedViewIsPublishedOnce() {
        ProjectionPublisher publisher = new ProjectionPublisher(shown, LONG);

        publish(publisher, UiStatus.WAITING, 1);
        publish(publisher, UiStatus.WAITING, 1);

        assertThat(shown.ended).containsExactly(1);
    }

    @Test
    void aCancelledRunIsNotDisturbed() {
        shown.isCancelled = true;

        publish(new ProjectionPublisher(shown, LONG), UiStatus.RUNNING, 1);

        assertThat(shown.ended).isEmpty();
    }

    @Test
    void aLargeViewLosesDescriptionsBeforeSummariesAndNeverAStatus() {
        assertThat(ProjectionSize.fit(view(UiStatus.RUNNING, 1)))
                .hasValueSatisfying(view ->
                        assertThat(view.actions().getFirst().description()).isNotNull());
        assertThat(ProjectionSize.fit(large(4_000, 10)).orElseThrow().actions())
                .allMatch(action -> action.description() == null && action.resultSummary() != null)
                .hasSize(100);
        assertThat(ProjectionSize.fit(large(4_000, UiAction.MAX_SUMMARY * 3))
                        .orElseThrow()
                        .actions())
                .allMatch(action -> action.resultSummary() == null && action.status() == UiStatus.RUNNING);
    }

    private static void publish(ProjectionPublisher publisher, UiStatus status, int ended) {
        publisher.publish(status, () -> view(status, ended));
    }

    private static UiProjection view(UiStatus status, int ended) {
        return new UiProjection(
                "g", "T", null, status, new UiProjection.Progress(ended, 200), List.of(action(0, "d", "s")), null);
    }

    private static UiProjection large(int description, int summary) {
        List<UiAction> actions = IntStream.range(0, 100)
                .mapToObj(i -> action(i, "d".repeat(description), "\u0001".repeat(Math.min(summary, 500))))
                .toList();
        return new UiProjection("g", "T", null, UiStatus.RUNNING, new UiProjection.Progress(0, 100), actions, null);
    }

    private static UiAction action(int id, String description, String summary) {
        return new UiAction("a" + id, "A", description, UiStatus.RUNNING, List.of(), summary, null);
    }

    private static final class Shown implements RunOutput {
        final BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();
        volatile boolean isCancelled;

        @Override
        public void emit(ResultPayload payload, @Nullable JsonNode usage) {
            if (isCancelled) {
                throw new RunCancelledException(RunCancelledException.Reason.CANCELLED);
            }
            ended.add(
                    ((ActionRequested) payload).payload().at("/progress/ended").asInt());
        }

        @Override
        public boolean isCancelled() {
            return isCancelled;
        }
    }
}
