package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.Envelopes;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ResultBufferTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final Resolution RUN = Resolutions.bound(Envelopes.apiMessage("hello \"quoted\" \u4f60"));
    private static final StreamAddress ADDRESS = StreamAddress.of(RUN, 2, "0af7651916cd43dd8448eb211c80319c");

    @Test
    void whatIsForgottenHasNoNumber() throws Exception {
        ResultBuffer outbox = new ResultBuffer(ADDRESS);
        outbox.add(RunStarted.of(RUN, ((ResolutionOutcome.Bound) RUN.outcome()).binding(), NOW), 7, null);
        outbox.add(delta("a"), 7, null);
        outbox.forget();
        outbox.add(delta("b"), 7, null);
        outbox.next(NOW);
        outbox.add(delta("c"), 7, null);
        outbox.add(delta("d"), 7, null);
        outbox.forget();
        assertThat(outbox.isEmpty()).isTrue();
        assertThat(outbox.bytes()).isZero();
        outbox.add(delta("e"), 7, null);
        RunResults results = ProtocolCodec.decode(outbox.next(NOW).value(), RunResults.class);
        assertThat(results.results()).singleElement().satisfies(frame -> assertThat(frame.sequence())
                .isEqualTo(3));
    }

    @Property(tries = 50)
    void numbersDenselyAndKeepsTheOrderHoweverItIsGathered(
            @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 200_000) Integer> sizes, @ForAll long seed)
            throws Exception {
        ResultBuffer outbox = new ResultBuffer(ADDRESS);
        List<ResultRecord> records = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            assertThat(outbox.add(delta("x".repeat(sizes.get(i))), 7, null)).isTrue();
            if ((seed >> i % 60 & 1) == 1) {
                records.add(outbox.next(NOW));
            }
        }
        while (!outbox.isEmpty()) {
            records.add(outbox.next(NOW));
        }

        List<Long> numbers = new ArrayList<>();
        for (ResultRecord record : records) {
            assertThat(record.value().length).isLessThan(Topics.MAX_RECORD_BYTES);
            RunResults results = ProtocolCodec.decode(record.value(), RunResults.class);
            results.results().forEach(frame -> numbers.add(frame.sequence()));
        }
        assertThat(numbers)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, sizes.size()).boxed().toList());
    }

    @Test
    void writesJustWhatTheCodecWrites() throws Exception {
        ResultBuffer outbox = new ResultBuffer(ADDRESS);
        outbox.add(delta("a \u4f60"), 7, ProtocolCodec.readTree("{\"tokens\":3}".getBytes()));
        outbox.add(RunFailed.of(FailureCode.RUNNER_LOST, "why"), 8, null);
        ResultRecord record = outbox.last(NOW);

        RunResults results = ProtocolCodec.decode(record.value(), RunResults.class);
        assertThat(new String(record.value())).isEqualTo(new String(ProtocolCodec.encode(results)));
        assertThat(results.workspaceId()).isEqualTo("demo");
        assertThat(results.attempt()).isEqualTo(2);
        assertThat(record.ends()).isTrue();
        assertThat(record.partition()).isEqualTo(RUN.event().conversationKey().partition());
        assertThat(record.headers())
                .containsEntry(CloudEventHeaders.ID, RUN.runId() + "/2/1")
                .containsEntry(CloudEventHeaders.WORKSPACE, "demo")
                .doesNotContainKey(CloudEventHeaders.DELTAS_ONLY);
    }

    @Test
    void saysInAHeaderThatThereIsNothingButDeltas() {
        ResultBuffer outbox = new ResultBuffer(ADDRESS);
        outbox.add(delta("a"), 7, null);
        assertThat(outbox.next(NOW).headers()).containsEntry(CloudEventHeaders.DELTAS_ONLY, "true");
        outbox.add(delta("a"), 7, null);
        outbox.add(new MessageCompleted(Message.assistant("a")), 7, null);
        assertThat(outbox.next(NOW).headers()).doesNotContainKey(CloudEventHeaders.DELTAS_ONLY);
    }

    @Test
    void takesNoResultThatFitsNoRecord() {
        ResultBuffer outbox = new ResultBuffer(ADDRESS);
        assertThat(outbox.add(delta("x".repeat(Topics.MAX_RECORD_BYTES)), 7, null))
                .isFalse();
        assertThat(outbox.isEmpty()).isTrue();
        assertThat(outbox.add(delta("x"), 7, null)).isTrue();
        assertThat(new String(outbox.next(NOW).value())).contains("\"sequence\":1");
    }

    @Test
    void asksTheRunnerToPauseWhenMuchIsPending() {
        ResultBuffer outbox = new ResultBuffer(ADDRESS);
        for (int i = 0; i < ResultBuffer.ROOM_RESULTS; i++) {
            assertThat(outbox.hasRoom()).isTrue();
            outbox.add(delta("x"), 7, null);
        }
        assertThat(outbox.hasRoom()).isFalse();
        outbox.next(NOW);
        assertThat(outbox.hasRoom()).isTrue();
    }

    @Test
    void theResultThatClosesARunWaitsForItsEnd() throws Exception {
        ResultBuffer outbox = new ResultBuffer(ADDRESS);
        outbox.add(delta("x".repeat(ResultBuffer.LAST_BYTES)), 7, null);
        outbox.add(delta("y"), 7, null);
        outbox.add(new MessageCompleted(Message.assistant("x".repeat(1024 * 1024))), 7, null);
        assertThat(outbox.fitsTerminal()).isFalse();

        assertThat(types(outbox.nextBeforeTerminal(NOW))).containsExactly("message.delta", "message.delta");
        assertThat(outbox.fitsTerminal()).isTrue();
        outbox.add(new RunCompleted("stop", null), 7, null);
        assertThat(types(outbox.last(NOW))).containsExactly("message.completed", "run.completed");
    }

    @Test
    void aClosingResultThatMightNotFitTheRecordOfTheEndPrecedesIt() throws Exception {
        ResultBuffer outbox = new ResultBuffer(ADDRESS);
        outbox.add(new MessageCompleted(Message.assistant("x".repeat(ResultBuffer.CLOSING_BYTES))), 7, null);
        assertThat(outbox.fitsTerminal()).isFalse();

        assertThat(types(outbox.nextBeforeTerminal(NOW))).containsExactly("message.completed");
        assertThat(outbox.fitsTerminal()).isTrue();
    }

    private static List<String> types(ResultRecord record) throws Exception {
        return ProtocolCodec.decode(record.value(), RunResults.class).results().stream()
                .map(ResultFrame::type)
                .toList();
    }

    @Test
    void anEventThatNobodyAnswersStandsAloneAtItsPosition() throws Exception {
        Resolution unbound = Resolutions.unbound(Envelopes.apiMessage("hello"));
        ResultRecord record = HostResults.unanswered(unbound, UnansweredReason.NO_BINDING, "why", "0".repeat(32), NOW);

        RunResults results = ProtocolCodec.decode(record.value(), RunResults.class);
        assertThat(results.first()).hasToString("0-1");
        assertThat(results.results()).extracting(ResultFrame::type).containsExactly("run.unanswered");
        assertThat(record.key()).isEqualTo(new RunKey("demo", unbound.runId()));
    }

    private static ResultPayload delta(String text) {
        return new MessageDelta(MessageChunk.assistant(text));
    }
}
