package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.Recorded;
import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.Produced;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultIntakeTest {
    private static final String RUN = "661da531-0000-4000-8000-000000000001";
    private static final String STOP = "{\"finish_reason\":\"stop\"}";

    private ResultIntake intake = new ResultIntake(RUN, DeltaMode.DETECT, false);
    private int sequence;

    @Test
    void takesTheRecordedSessionWhole() {
        List<JsonNode> frames = Recorded.results();
        intake = new ResultIntake(frames.getFirst().at("/data/run_id").asText(), DeltaMode.DETECT, false);
        List<String> types = new ArrayList<>();
        Ending ending = null;
        for (JsonNode frame : frames) {
            if (frame.path("chunk_status").asText().equals("end")) {
                continue;
            }
            Taken taken = intake.take(frame.path("data"), false);
            assertThat(taken.warnings()).isEmpty();
            switch (taken) {
                case Taken.Passes passes ->
                    passes.results()
                            .forEach(result -> types.add(result.payload().type()));
                case Taken.Applies applies ->
                    types.add(applies.result().payload().type());
                case Taken.Ends ends -> ending = ends.ending();
            }
        }
        assertThat(types)
                .containsExactly(
                        "tool.call.started",
                        "tool.call.completed",
                        "state.updated",
                        "action.requested",
                        "message.completed");
        assertThat(ending).isInstanceOfSatisfying(Ending.Completed.class, completed -> {
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
        Taken taken = take("message.delta", "{}");

        assertThat(taken).isEqualTo(new Taken.Passes(List.of(), taken.warnings()));
        assertThat(taken.warnings()).hasSize(1);
    }

    @Test
    void aResultWithoutATypeFailsTheRun() {
        Taken taken = intake.take(tree("{\"data\":{}}"), false);

        assertThat(failure(taken).code()).isEqualTo("runner.protocol_error");
    }

    @Test
    void ignoresUnknownAndHostOnlyTypesWithAWarning() {
        for (String type : List.of("chunk", "text", "finish", "x.unknown", "run.started", "run.unanswered")) {
            Taken taken = take(type, "{}");
            assertThat(taken).isInstanceOf(Taken.Passes.class);
            assertThat(taken.warnings()).as(type).hasSize(1);
            assertThat(said(taken)).isEmpty();
        }
    }

    @Test
    void dropsARepetitionAndAcceptsWhatFollowsAGap() {
        assertThat(said(at(1, "first"))).containsExactly("first");
        assertThat(said(at(1, "again"))).isEmpty();
        Taken gap = at(3, "after-gap");
        assertThat(said(gap)).containsExactly("after-gap");
        assertThat(gap.warnings()).hasSize(1);
        assertThat(at(4, "next").warnings()).isEmpty();
        Taken late = at(2, "late");
        assertThat(said(late)).containsExactly("late");
        assertThat(late.warnings()).hasSize(1);
    }

    @Test
    void refusesAResultOfAnotherRun() {
        Taken foreign = intake.take(
                tree("{\"run_id\":\"other\",\"type\":\"run.completed\",\"data\":" + STOP + ",\"sequence\":1}"), false);

        assertThat(said(foreign)).isEmpty();
        assertThat(foreign.warnings()).hasSize(1);
        assertThat(at(1, "mine").warnings()).isEmpty();
    }

    @Test
    void dropsEverythingAfterTheTerminalResult() {
        take("run.completed", STOP);

        Taken after = take("message.completed", message("too late"));
        assertThat(said(after)).isEmpty();
        assertThat(after.warnings()).hasSize(1);
        assertThat(take("run.failed", "{\"code\":\"x\",\"error\":\"y\",\"retryable\":false}"))
                .isInstanceOf(Taken.Passes.class);
    }

    @Test
    void dropsAMalformedStrictPayloadAndGoesOn() {
        for (String bad : List.of(
                "{\"scope\":\"galaxy\",\"key\":\"k\",\"value\":1}",
                "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1,\"extra\":true}",
                "{\"scope\":\"workspace\",\"key\":\"k\",\"value\":1}",
                "{\"scope\":\"actor\",\"value\":1}")) {
            Taken taken = take("state.updated", bad);
            assertThat(taken).as(bad).isInstanceOf(Taken.Passes.class);
            assertThat(taken.warnings()).hasSize(1);
        }
        assertThat(said(take("message.completed", message("still here")))).containsExactly("still here");
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
        Taken taken = take("state.updated", "{\"scope\":\"conversation\",\"key\":\"external.sid\",\"value\":null}");

        assertThat(taken).isInstanceOfSatisfying(Taken.Applies.class, applies -> assertThat(applies.ordinal())
                .isEqualTo(2));
    }

    @Test
    void closesOpenDeltasBeforeTheEnd() {
        take("message.delta", chunk("hel"));
        take("message.delta", chunk("lo"));

        assertThat(said(take("run.completed", STOP))).containsExactly("hello", "completed stop");
    }

    @Test
    void closesOpenDeltasBeforeAFailureToo() {
        take("message.delta", chunk("half an ans"));

        Taken taken = take("run.failed", "{\"code\":\"acme.boom\",\"error\":\"stack trace\",\"retryable\":true}");
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

    @Test
    void publishesAccumulatedTextAsIncrements() {
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
        intake = new ResultIntake(RUN, DeltaMode.DETECT, true);
        take("message.completed", message("  "));

        assertThat(failure(take("run.completed", STOP)).code()).isEqualTo("runner.no_output");
    }

    @Test
    void aDeltaIsSomethingSaid() {
        intake = new ResultIntake(RUN, DeltaMode.DETECT, true);
        take("message.delta", chunk("there"));

        assertThat(said(take("run.completed", STOP))).containsExactly("there", "completed stop");
    }

    @Test
    void dropsAnOversizedResultButNotTheEndOfTheRun() {
        Taken taken = intake.take(frame("message.completed", "{}"), true);
        assertThat(said(taken)).isEmpty();
        assertThat(taken.warnings()).hasSize(1);

        assertThat(failure(intake.take(frame("run.completed", "{}"), true)).code())
                .isEqualTo("payload_too_large");
    }

    @Test
    void measuresAResultWithoutItsInlineArtifact() {
        String megabyte = "x".repeat(1024 * 1024);
        assertThat(ResultSize.exceeds(frame("message.completed", message(megabyte)), 2_000_000))
                .isTrue();
        assertThat(ResultSize.exceeds(frame("message.completed", message("x".repeat(1000_000))), 2_000_000))
                .isFalse();
        assertThat(ResultSize.exceeds(
                        frame(
                                "artifact.created",
                                "{\"artifact_type\":\"file\",\"content_base64\":\"" + megabyte + "\"}"),
                        2_000_000))
                .isFalse();
        // LangBot's SDK escapes what is not ASCII: six characters on the wire for three bytes.
        assertThat(ResultSize.exceeds(frame("message.completed", message("好".repeat(300_000))), 1_800_000))
                .isFalse();
    }

    @Test
    void publishesAnArtifactWithoutItsBytesButMeasured() {
        String content = Base64.getEncoder().encodeToString("hello".getBytes(StandardCharsets.UTF_8));
        Taken taken = take(
                "artifact.created",
                "{\"artifact_type\":\"file\",\"content_base64\":\"" + content + "\",\"size_bytes\":9}");

        assertThat(((Taken.Passes) taken).results().getFirst().payload())
                .isInstanceOfSatisfying(ArtifactCreated.class, artifact -> {
                    assertThat(artifact.contentBase64()).isNull();
                    assertThat(artifact.sizeBytes()).isEqualTo(5);
                    assertThat(artifact.sha256())
                            .isEqualTo("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
                });
        assertThat(taken.warnings()).hasSize(1);
    }

    @Test
    void dropsAnArtifactThatIsNoneOrTooLarge() {
        String large = Base64.getEncoder().encodeToString(new byte[InlineArtifact.MOST_BYTES + 1]);
        assertThat(said(take("artifact.created", "{\"artifact_type\":\"file\",\"content_base64\":\"***\"}")))
                .isEmpty();
        assertThat(said(take("artifact.created", "{\"artifact_type\":\"file\",\"content_base64\":\"" + large + "\"}")))
                .isEmpty();
    }

    @Test
    void replacesWhatNoDatabaseHolds() {
        Taken taken = take("message.completed", message("a\\u0000b\\ud83dc\\ud83d\\ude00"));

        assertThat(said(taken)).containsExactly("a\uFFFDb\uFFFDc\uD83D\uDE00");
    }

    @Test
    void dropsWhatNestsTooDeeply() {
        String deep = "[".repeat(55) + "]".repeat(55);
        Taken taken = take("state.updated", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":" + deep + "}");

        assertThat(taken).isInstanceOf(Taken.Passes.class);
        assertThat(taken.warnings()).hasSize(1);
    }

    private Taken delta(String text) {
        return take("message.delta", chunk(text));
    }

    private Taken at(int number, String text) {
        ObjectNode frame = frame("message.completed", message(text));
        return intake.take(frame.put("sequence", number), false);
    }

    private Taken take(String type, String data) {
        return intake.take(frame(type, data), false);
    }

    private ObjectNode frame(String type, String data) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("run_id", RUN).put("type", type).set("data", tree(data));
        return frame.put("sequence", ++sequence);
    }

    private static String chunk(String text) {
        return "{\"chunk\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}";
    }

    private static String message(String text) {
        return "{\"message\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}";
    }

    private static RunFailed failure(Taken taken) {
        return ((Ending.Failed) ((Taken.Ends) taken).ending()).payload();
    }

    private static List<String> said(Taken taken) {
        List<String> said = new ArrayList<>();
        List<Produced> results =
                switch (taken) {
                    case Taken.Passes passes -> passes.results();
                    case Taken.Applies applies -> List.of(applies.result());
                    case Taken.Ends ends -> ends.before();
                };
        results.forEach(result -> said.add(text(result.payload())));
        if (taken instanceof Taken.Ends ends) {
            said.add(
                    switch (ends.ending()) {
                        case Ending.Completed c ->
                            "completed " + c.payload().finishReason()
                                    + (c.payload().message() == null
                                            ? ""
                                            : ": " + c.payload().message().plainText());
                        case Ending.Failed f -> "failed " + f.payload().code();
                        default -> "?";
                    });
        }
        return said;
    }

    private static String text(ResultPayload payload) {
        return switch (payload) {
            case MessageDelta delta -> "'" + delta.chunk().plainText() + "'";
            case MessageCompleted completed -> completed.message().plainText();
            default -> payload.type();
        };
    }

    private static JsonNode tree(String json) {
        try {
            return ProtocolCodec.readTree(json);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(json, e);
        }
    }
}
