package dev.agenthost.orchestrator.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.result.DeltaMode;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {
    private static final String RUN = "661da531-0000-4000-8000-000000000001";
    private static final int SIZE = 100;
    private static final long SECOND = 1_000_000_000L;

    private final BufferBudget memory = new BufferBudget(1_000_000);
    private final Backlog backlog = new Backlog(
            new Backlog.Valve() {
                @Override
                public void hold() {}

                @Override
                public void release() {}
            },
            new Backlog.Bounds(4, 10_000, Duration.ofSeconds(1)));
    private final Inbox inbox = new Inbox(
            new ResultIntake(RUN, DeltaMode.INCREMENT, false),
            new ResultRateLimiter(new ResultRateLimiter.Rate(2, 2), 0),
            memory.open(() -> {}),
            backlog.open(() -> {}));
    private static final String PICTURE = "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"see\"},"
            + "{\"type\":\"image_base64\",\"image_base64\":\"QUJD\"}]}";
    private int sequence;

    @Test
    void whatWaitsForItsTimeGoesOnTogether() {
        for (String word : List.of("a", "b", "c", "d", "e")) {
            delta(word);
        }
        assertThat(backlog.isHeld()).isTrue();
        assertThat(memory.used()).isEqualTo(2 * 5 * SIZE);

        InboxBatch first = inbox.take(0);
        assertThat(texts(first)).containsExactly("ab");
        assertThat(first.warnings()).hasSize(1);
        assertThat(inbox.take(0)).isEqualTo(new InboxBatch(List.of(), null, null, false, List.of(), List.of()));
        assertThat(inbox.pause()).isEqualTo(Duration.ofMillis(500));
        assertThat(texts(inbox.take(SECOND))).containsExactly("cd");
        assertThat(backlog.isHeld()).isFalse();
        assertThat(texts(inbox.take(2 * SECOND))).containsExactly("e");
        assertThat(inbox.pause()).as("nothing waits").isEqualTo(Duration.ZERO);
        assertThat(memory.used()).isZero();
    }

    @Test
    void theRestOfAStreamThatHasEndedWaitsForNothing() {
        for (String word : List.of("a", "b", "c", "d")) {
            delta(word);
        }
        end();

        InboxBatch turn = inbox.take(0);

        assertThat(texts(turn)).containsExactly("abcd", "[abcd]");
        assertThat(turn.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(inbox.pause()).isEqualTo(Duration.ZERO);
    }

    @Test
    void whatIsTooLargeCostsWhatItsFrameDoesThoughNothingOfItIsKept() {
        inbox.put(
                new InboxItem.Result(
                        tree("{\"run_id\":\"" + RUN + "\",\"type\":\"message.delta\",\"sequence\":1}"), true),
                5 * 8 * 1024);
        sequence = 1;
        delta("a");
        assertThat(memory.used()).isEqualTo(2 * SIZE);

        assertThat(texts(inbox.take(0))).isEmpty();
        assertThat(texts(inbox.take(2 * SECOND))).isEmpty();
        assertThat(texts(inbox.take(3 * SECOND))).containsExactly("a");
    }

    @Test
    void anEffectComesBetweenWhatWasSaidBeforeAndAfterIt() {
        delta("a");
        result("state.updated", "{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}");
        delta("b");
        end();

        InboxBatch first = inbox.take(0);
        InboxBatch second = inbox.take(0);

        assertThat(texts(first)).containsExactly("a");
        assertThat(first.effect()).isNotNull();
        assertThat(texts(second)).containsExactly("b", "[ab]");
    }

    @Test
    void aMessageWithBytesIsSaidBetweenWhatCameBeforeAndTheEnding() {
        delta("a");
        result("run.completed", "{\"finish_reason\":\"stop\",\"message\":" + PICTURE + "}");

        InboxBatch first = inbox.take(0);
        assertThat(texts(first)).containsExactly("a");
        assertThat(first.effect()).isNotNull();
        assertThat(first.ending()).isNull();
        assertThat(texts(inbox.closing())).as("sealed before it was said").containsExactly("[see]");

        inbox.said();
        assertThat(inbox.closing()).isEmpty();
        InboxBatch second = inbox.take(0);
        assertThat(second.results()).isEmpty();
        assertThat(second.ending()).isEqualTo(new ExecutionOutcome.Completed(new RunCompleted("stop", null), null));
        assertThat(second.closedByRunner()).isTrue();
        assertThat(inbox.take(0).isEmpty()).isTrue();
    }

    @Test
    void whatIsSealedWhileAMessageWaitsForItsBytesSaysItAsItCame() {
        delta("a");
        result("message.completed", "{\"message\":" + PICTURE + "}");
        inbox.take(0);

        assertThat(inbox.closing())
                .singleElement()
                .isInstanceOfSatisfying(MessageCompleted.class, message -> assertThat(message.message()
                                .content()
                                .at("/1/image_base64")
                                .asText())
                        .isEqualTo("QUJD"));
    }

    @Test
    void aLossComesAfterWhatWasSaid() {
        delta("a");
        inbox.put(new InboxItem.Lost("gone"), 0);
        delta("too late");

        InboxBatch turn = inbox.take(0);

        assertThat(texts(turn)).containsExactly("a");
        assertThat(turn.ending()).isEqualTo(new ExecutionOutcome.RunnerLost("gone"));
        assertThat(turn.closedByRunner()).isFalse();
    }

    @Test
    void whatGivesWayEndsAndWhatIsClosedHoldsNothing() {
        for (int i = 0; i < 9; i++) {
            delta("x");
        }
        inbox.overflow();
        assertThat(backlog.isHeld()).isFalse();
        assertThat(memory.used()).isZero();
        assertThat(inbox.take(0).ending()).isInstanceOf(ExecutionOutcome.Failed.class);

        delta("x");
        inbox.close();
        assertThat(inbox.take(0).isEmpty()).isTrue();
        assertThat(memory.used()).isZero();
    }

    private void delta(String text) {
        result("message.delta", "{\"chunk\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}");
    }

    private void result(String type, String data) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("run_id", RUN).put("type", type).put("sequence", ++sequence).set("data", tree(data));
        inbox.put(InboxItem.of(new Frame.Response(1, 0, "", frame, false), SIZE), SIZE);
    }

    private void end() {
        inbox.put(InboxItem.of(new Frame.Response(1, 0, "", JsonNodeFactory.instance.objectNode(), true), 40), 40);
    }

    /** Returns the texts of results, whole messages in brackets. */
    private static List<String> texts(InboxBatch turn) {
        return texts(turn.results().stream().map(PendingResult::payload).toList());
    }

    private static List<String> texts(List<ResultPayload> results) {
        return results.stream()
                .map(result -> switch (result) {
                    case MessageDelta delta -> delta.chunk().plainText();
                    case MessageCompleted completed -> "[" + completed.message().plainText() + "]";
                    default -> result.type();
                })
                .toList();
    }

    private static JsonNode tree(String json) {
        try {
            return ProtocolCodec.readTree(json);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(json, e);
        }
    }
}
