package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.testkit.plugin.PluginRecording;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the results that are accepted, those that are dropped, and the warnings. */
class ResultIntakeTest extends IntakeOfOneRun {
    @Test
    void takesTheRecordedSessionWhole() {
        List<JsonNode> frames = PluginRecording.results();
        intake = new ResultIntake(frames.getFirst().at("/data/run_id").asText(), DeltaMode.INCREMENT, false);
        List<String> types = new ArrayList<>();
        ExecutionOutcome ending = null;
        for (JsonNode frame : frames) {
            if (frame.path("chunk_status").asText().equals("end")) {
                continue;
            }
            ResultDecision taken = intake.take(frame.path("data"), false);
            assertThat(taken.warnings()).isEmpty();
            switch (taken) {
                case ResultDecision.Passes passes ->
                    passes.results()
                            .forEach(result -> types.add(result.payload().type()));
                case ResultDecision.Applies applies ->
                    types.add(applies.result().payload().type());
                case ResultDecision.Ends ends -> ending = ends.ending();
            }
        }
        assertThat(types)
                .containsExactly(
                        "tool.call.started",
                        "tool.call.completed",
                        "state.updated",
                        "action.requested",
                        "message.completed");
        assertThat(ending).isInstanceOfSatisfying(ExecutionOutcome.Completed.class, completed -> {
            assertThat(completed.payload()).isEqualTo(new RunCompleted("stop", null));
            assertThat(completed.usage().path("total_tokens").intValue()).isEqualTo(3);
        });
    }

    @Test
    void passesADeltaOnWithTheSameContent() {
        assertThat(said(delta("QA_"))).containsExactly("'QA_'");
    }

    @Test
    void dropsADeltaWithoutAChunk() {
        ResultDecision taken = take("message.delta", "{}");

        assertThat(taken).isEqualTo(new ResultDecision.Passes(List.of(), taken.warnings()));
        assertThat(taken.warnings()).hasSize(1);
    }

    @Test
    void aResultWithoutATypeFailsTheRun() {
        ResultDecision taken = intake.take(tree("{\"data\":{}}"), false);

        assertThat(failure(taken).code()).isEqualTo("runner.protocol_error");
    }

    @Test
    void ignoresUnknownAndHostOnlyTypesWithAWarning() {
        for (String type : List.of("chunk", "text", "finish", "x.unknown", "run.started", "run.unanswered")) {
            ResultDecision taken = take(type, "{}");
            assertThat(taken).isInstanceOf(ResultDecision.Passes.class);
            assertThat(taken.warnings()).as(type).hasSize(1);
            assertThat(said(taken)).isEmpty();
        }
    }

    @Test
    void dropsARepetitionAndAcceptsWhatFollowsAGap() {
        assertThat(said(at(1, "first"))).containsExactly("first");
        assertThat(said(at(1, "again"))).isEmpty();
        ResultDecision gap = at(3, "after-gap");
        assertThat(said(gap)).containsExactly("after-gap");
        assertThat(gap.warnings()).hasSize(1);
        assertThat(at(4, "next").warnings()).isEmpty();
        ResultDecision late = at(2, "late");
        assertThat(said(late)).containsExactly("late");
        assertThat(late.warnings()).hasSize(1);
    }

    @Test
    void refusesAResultOfAnotherRun() {
        ResultDecision foreign = intake.take(
                tree("{\"run_id\":\"other\",\"type\":\"run.completed\",\"data\":" + STOP + ",\"sequence\":1}"), false);

        assertThat(said(foreign)).isEmpty();
        assertThat(foreign.warnings()).hasSize(1);
        assertThat(at(1, "mine").warnings()).isEmpty();
    }

    @Test
    void dropsEverythingAfterTheTerminalResult() {
        take("run.completed", STOP);

        ResultDecision after = take("message.completed", message("too late"));
        assertThat(said(after)).isEmpty();
        assertThat(after.warnings()).hasSize(1);
        assertThat(take("run.failed", "{\"code\":\"x\",\"error\":\"y\",\"retryable\":false}"))
                .isInstanceOf(ResultDecision.Passes.class);
    }

    @Test
    void dropsAMalformedStrictPayloadAndGoesOn() {
        for (String bad : List.of(
                "{\"scope\":\"galaxy\",\"key\":\"k\",\"value\":1}",
                "{\"scope\":\"workspace\",\"key\":\"k\",\"value\":1}",
                "{\"scope\":\"actor\",\"value\":1}")) {
            ResultDecision taken = take("state.updated", bad);
            assertThat(taken).as(bad).isInstanceOf(ResultDecision.Passes.class);
            assertThat(taken.warnings()).hasSize(1);
        }
        assertThat(said(take("message.completed", message("still here")))).containsExactly("still here");
    }

    /** Spec 000 §3: a field that a later version adds costs nothing. */
    @Test
    void aStateUpdateWithUnknownFieldsIsTaken() {
        ResultDecision taken =
                take("state.updated", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1,\"expected_version\":7}");

        assertThat(taken).isInstanceOfSatisfying(ResultDecision.Applies.class, applies -> {
            assertThat(applies.effect()).isInstanceOf(Effect.SetState.class);
            assertThat(applies.warnings()).isEmpty();
        });
    }

    @Test
    void takesToolCallsLeniently() {
        assertThat(said(take("tool.call.started", "{\"tool_call_id\":7,\"whatever\":[]}")))
                .containsExactly("tool.call.started");
        assertThat(said(take("tool.call.completed", "{\"error\":{}}"))).containsExactly("tool.call.completed");
    }

    @Test
    void stateUpdatesAreAppliedUnderANumberOfTheirOwn() {
        take("message.completed", message("one"));
        ResultDecision taken =
                take("state.updated", "{\"scope\":\"conversation\",\"key\":\"external.sid\",\"value\":null}");

        assertThat(taken).isInstanceOfSatisfying(ResultDecision.Applies.class, applies -> assertThat(applies.ordinal())
                .isEqualTo(2));
    }

    @Test
    void replacesWhatNoDatabaseHolds() {
        ResultDecision taken = take("message.completed", message("a\\u0000b\\ud83dc\\ud83d\\ude00"));

        assertThat(said(taken)).containsExactly("a\uFFFDb\uFFFDc\uD83D\uDE00");
    }

    @Test
    void dropsWhatNestsTooDeeply() {
        assertThat(nesting(48)).isInstanceOf(ResultDecision.Applies.class);

        ResultDecision taken = nesting(49);
        assertThat(taken).isInstanceOf(ResultDecision.Passes.class);
        assertThat(taken.warnings()).hasSize(1);
    }

    /** The payload itself is the first level. */
    private ResultDecision nesting(int levels) {
        String deep = "[".repeat(levels - 1) + "]".repeat(levels - 1);
        return take("state.updated", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":" + deep + "}");
    }
}
