package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunFailed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the last results of a run, by the results before them. */
class RunEndTest extends IntakeOfOneRun {
    @Test
    void closesOpenDeltasBeforeTheEnd() {
        take("message.delta", chunk("hel"));
        take("message.delta", chunk("lo"));

        assertThat(said(take("run.completed", STOP))).containsExactly("hello", "completed stop");
    }

    @Test
    void closesOpenDeltasBeforeAFailureToo() {
        take("message.delta", chunk("half an ans"));

        ResultDecision taken =
                take("run.failed", "{\"code\":\"acme.boom\",\"error\":\"stack trace\",\"retryable\":true}");
        assertThat(said(taken)).containsExactly("half an ans", "failed acme.boom");
    }

    @Test
    void aRunnersFailureKeepsItsCodeAndTellsAPersonAPlainSentence() {
        RunFailed failed = failure(take(
                "run.failed",
                "{\"code\":\"acme.boom\",\"error\":\"at x.py:7\",\"retryable\":true,\"user_message\":\"own\"}"));

        assertThat(failed)
                .isEqualTo(new RunFailed("acme.boom", "at x.py:7", true, FailureCode.RUNNER_ERROR.sentence()));
        assertThat(FailureCode.RUNNER_ERROR.sentence()).doesNotContain("x.py");
    }

    @Test
    void theTerminalsMessageIsSaidOnlyIfItWasNotSaidBefore() {
        take("message.completed", message("hello"));
        assertThat(said(take(
                        "run.completed",
                        "{\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\"hello\"}}")))
                .containsExactly("completed stop");
    }

    @Test
    void theTerminalsMessageIsKeptWhereItSaysSomethingNew() {
        assertThat(said(take(
                        "run.completed",
                        "{\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\"bye\"}}")))
                .containsExactly("completed stop: bye");
    }

    @Test
    void theTerminalsMessageClosesTheDeltasBeforeIt() {
        take("message.delta", chunk("draft"));
        assertThat(said(take(
                        "run.completed",
                        "{\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\"final\"}}")))
                .containsExactly("final", "completed stop");
    }

    @Test
    void aMessageClosesTheDeltasBeforeIt() {
        take("message.delta", chunk("draft"));
        take("message.completed", message("final"));
        assertThat(intake.closing()).isEmpty();
        assertThat(said(take("run.completed", STOP))).containsExactly("completed stop");
    }

    /** Each begins with all that came before it, and is what is new all the same. */
    @Test
    void incrementsAreNeverTakenForAccumulatedText() {
        for (String increment : List.of("1", "10", "100")) {
            assertThat(said(delta(increment))).containsExactly("'" + increment + "'");
        }
        assertThat(said(take("run.completed", STOP))).containsExactly("110100", "completed stop");
    }

    @Test
    void aDeltaThatHoldsAllContentDeclaresThatItIsAccumulated() {
        String chunk = "{\"chunk\":{\"role\":\"assistant\",\"content\":\"%s\",\"all_content\":\"%s\"}}";
        assertThat(said(take("message.delta", chunk.formatted("1", "1")))).containsExactly("'1'");
        assertThat(said(take("message.delta", chunk.formatted("10", "110")))).containsExactly("'10'");

        assertThat(said(take("run.completed", STOP))).containsExactly("110", "completed stop");
    }

    @Test
    void theCompletedMessageDecidesWhateverTheDeltasSaid() {
        delta("1");
        delta("10");
        assertThat(said(take("message.completed", message("10")))).containsExactly("10");

        assertThat(said(take("run.completed", STOP))).containsExactly("completed stop");
    }

    @Test
    void publishesAccumulatedTextAsIncrements() {
        intake = new ResultIntake(RUN, DeltaMode.ACCUMULATED, false);
        List<String> said = new ArrayList<>();
        for (String soFar : List.of("I", "I think", "I think so", "I think so")) {
            said.addAll(said(take("message.delta", chunk(soFar))));
        }
        assertThat(said).containsExactly("'I'", "' think'", "' so'");
        assertThat(said(take("run.completed", STOP))).containsExactly("I think so", "completed stop");
    }

    @Test
    void aStreamThatEndsWithoutATerminalResultIsCompletedIfItSaidSomething() {
        take("message.delta", chunk("something"));

        assertThat(said(intake.streamEnded())).containsExactly("something", "completed end_of_stream");
    }

    @Test
    void aStreamThatEndsHavingSaidNothingFails() {
        take("tool.call.started", "{}");

        assertThat(failure(intake.streamEnded()).code()).isEqualTo("runner.no_terminal");
    }

    /** The runner reported a failure, so the run fails even after a message. */
    @Test
    void aStreamThatEndsAfterAFailureThatCannotBeReadFails() {
        take("message.completed", message("something"));
        ResultDecision unread = take("run.failed", "{\"code\":7,\"retryable\":\"maybe\"}");
        assertThat(unread).isInstanceOf(ResultDecision.Passes.class);

        assertThat(failure(intake.streamEnded()).code()).isEqualTo("runner.protocol_error");
    }

    @Test
    void aMessageWithoutContentLeavesTheTextOfItsDeltas() {
        delta("hel");
        delta("lo");
        assertThat(said(take(
                        "message.completed",
                        "{\"message\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"1\"}]}}")))
                .containsExactly("hello");
        assertThat(said(take("run.completed", STOP))).containsExactly("completed stop");
    }

    @Test
    void aMessageWithoutContentAndWithoutDeltasSaysNothing() {
        intake = new ResultIntake(RUN, DeltaMode.INCREMENT, true);
        assertThat(said(take("message.completed", "{\"message\":{\"role\":\"assistant\",\"content\":null}}")))
                .containsExactly("");

        assertThat(failure(take("run.completed", STOP)).code()).isEqualTo("runner.no_output");
    }

    @Test
    void anEmptyTextReplacesWhatTheDeltasSaid() {
        delta("draft");
        assertThat(said(take("message.completed", message("")))).containsExactly("");
    }

    @Test
    void aFailedStreamFailsTheRun() {
        RunFailed failed = failure(intake.streamFailed("RuntimeError: boom", JsonNodeFactory.instance.objectNode()));

        assertThat(failed.code()).isEqualTo("runner.error");
        assertThat(failed.userMessage()).doesNotContain("boom");
    }

    @Test
    void aFailureHoldsNothingThatNoDatabaseStores() {
        RunFailed failed = failure(intake.streamFailed("a\u0000b\ud83d", JsonNodeFactory.instance.objectNode()));

        assertThat(failed.error()).isEqualTo("a\ufffdb\ufffd");
    }

    @Test
    void aRunThatMustSaySomethingAndDoesNotFails() {
        intake = new ResultIntake(RUN, DeltaMode.INCREMENT, true);
        take("message.completed", message("  "));

        assertThat(failure(take("run.completed", STOP)).code()).isEqualTo("runner.no_output");
    }

    @Test
    void aDeltaIsSomethingSaid() {
        intake = new ResultIntake(RUN, DeltaMode.INCREMENT, true);
        take("message.delta", chunk("there"));

        assertThat(said(take("run.completed", STOP))).containsExactly("there", "completed stop");
    }
}
