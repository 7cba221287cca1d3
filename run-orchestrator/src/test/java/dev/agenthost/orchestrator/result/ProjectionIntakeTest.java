package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.error.FailureCode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the views of graphs as results: what is stored, and what is dropped without an effect on the run. */
class ProjectionIntakeTest extends IntakeOfOneRun {
    @Test
    void aViewIsStoredBeforeItIsPublished() {
        assertThat(view("g", "[]"))
                .isInstanceOfSatisfying(ResultDecision.Applies.class, applies -> assertThat(applies.effect())
                        .isInstanceOf(Effect.KeepProjection.class));
    }

    @Test
    void aMalformedViewIsDroppedWithItsField() {
        assertThat(dropped(take("action.requested", "{\"action\":\"ui.projection\",\"payload\":{\"run_id\":\"g\"}}"))
                        .why())
                .isEqualTo("a malformed ui.projection: title is missing");
        assertThat(dropped(take("action.requested", "{\"action\":\"ui.projection\"}"))
                        .why())
                .isEqualTo("a malformed ui.projection: payload is missing");
    }

    @Test
    void aViewThatIsTooLargeIsDropped() {
        String actions = IntStream.range(0, 100)
                .mapToObj(i -> "{\"id\":\"a" + i + "\",\"title\":\"A\",\"status\":\"pending\",\"description\":\""
                        + "d".repeat(2_000) + "\"}")
                .collect(Collectors.joining(",", "[", "]"));

        assertThat(dropped(view("g", actions)))
                .isEqualTo(new DroppedEffect(
                        "action.requested", FailureCode.PAYLOAD_TOO_LARGE, "a projection larger than 128 KiB"));
    }

    @Test
    void anAttemptShowsALimitedNumberOfGraphsAndViews() {
        for (int i = 0; i < ProjectionLimit.MOST_GRAPHS; i++) {
            assertThat(view("g" + i, "[]")).isInstanceOf(ResultDecision.Applies.class);
        }
        assertThat(dropped(view("other", "[]")).why()).isEqualTo("projections of more than 64 graphs");
        assertThat(view("g0", "[]")).isInstanceOf(ResultDecision.Applies.class);
        for (int i = ProjectionLimit.MOST_GRAPHS + 1; i < ProjectionLimit.MOST_PROJECTIONS; i++) {
            view("g0", "[]");
        }
        assertThat(dropped(view("g0", "[]")).why()).isEqualTo("more than 20000 projections");
        assertThat(take("run.completed", STOP)).isInstanceOf(ResultDecision.Ends.class);
    }

    private ResultDecision view(String id, String actions) {
        return take("action.requested", """
                {"action":"ui.projection","payload":{"run_id":"%s","title":"T","status":"running",
                 "progress":{"ended":0,"total":0},"actions":%s}}""".formatted(id, actions));
    }

    private static DroppedEffect dropped(ResultDecision decision) {
        ResultDecision.Passes passes = (ResultDecision.Passes) decision;
        assertThat(passes.results()).isEmpty();
        assertThat(passes.warnings()).hasSize(1);
        return passes.dropped();
    }
}
