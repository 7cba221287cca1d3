package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.result.DeltaMode;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
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

    private final Inbox inbox = new Inbox(
            new ResultIntake(RUN, DeltaMode.INCREMENT, false),
            new ResultRateLimiter(new ResultRateLimiter.Rate(2, 2), 0));
    private static final String PICTURE = "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"see\"},"
            + "{\"type\":\"image_base64\",\"image_base64\":\"QUJD\"}]}";
    private int sequence;

    @Test
    void whatWaitsForItsTimeGoesOnTogether() {
        for (String word : List.of("a", "b", "c", "d", "e")) {
            delta(word);
        }

        InboxBatch first = inbox.take(0);
        assertThat(texts(first)).containsExactly("ab");
        assertThat(first.warnings()).hasSize(1);
        assertThat(first.taken()).isEqualTo(new InboxBatch.Frames(2, 2 * SIZE));
        assertThat(inbox.take(0))
                .isEqualTo(new InboxBatch(
                        List.of(), new InboxBatch.Next.More(), List.of(), List.of(), new InboxBatch.Frames(0, 0)));
        assertThat(inbox.pause()).isEqualTo(Duration.ofMillis(500));
        assertThat(texts(inbox.take(SECOND))).containsExactly("cd");
        assertThat(texts(inbox.take(2 * SECOND))).containsExactly("e");
        assertThat(inbox.pause()).as("nothing waits").isEqualTo(Duration.ZERO);
    }

    @Test
    void theRestOfAStreamThatHasEndedWaitsForNothing() {
        for (String word : List.of("a", "b", "c", "d")) {
            delta(word);
        }
        end();

        InboxBatch turn = inbox.take(0);

        assertThat(texts(turn)).containsExactly("abcd");
        assertThat(closing(turn)).containsExactly("[abcd]");
        assertThat(outcome(turn)).isInstanceOf(ExecutionOutcome.Completed.class);
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

        InboxBatch large = inbox.take(0);
        assertThat(texts(large)).isEmpty();
        assertThat(large.taken()).isEqualTo(new InboxBatch.Frames(1, 0));
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
        assertThat(first.next()).isInstanceOf(InboxBatch.Next.Apply.class);
        assertThat(texts(second)).containsExactly("b");
        assertThat(closing(second)).containsExactly("[ab]");
    }

    @Test
    void aMessageWithBytesComesBetweenTheResultsBeforeItAndTheEnding() {
        delta("a");
        result("run.completed", "{\"finish_reason\":\"stop\",\"message\":" + PICTURE + "}");

        InboxBatch batch = inbox.take(0);
        assertThat(texts(batch)).containsExactly("a");
        assertThat(batch.next()).isInstanceOfSatisfying(InboxBatch.Next.Apply.class, effect -> {
            assertThat(texts(List.of(effect.effect().effect().asked()))).containsExactly("[see]");
            assertThat(effect.following())
                    .isEqualTo(new ExecutionOutcome.Completed(new RunCompleted("stop", null), null));
        });
        assertThat(inbox.take(0).isEmpty()).isTrue();
    }

    @Test
    void aLossComesAfterWhatWasSaid() {
        delta("a");
        inbox.put(new InboxItem.Lost("gone"), 0);
        delta("too late");

        InboxBatch turn = inbox.take(0);

        assertThat(texts(turn)).containsExactly("a");
        assertThat(turn.next()).isInstanceOfSatisfying(InboxBatch.Next.End.class, end -> {
            assertThat(end.outcome()).isEqualTo(new ExecutionOutcome.RunnerLost("gone"));
            assertThat(texts(end.closing())).containsExactly("[a]");
        });
    }

    @Test
    void whatGivesWayEndsAndWhatIsClosedHoldsNothing() {
        for (int i = 0; i < 9; i++) {
            delta("x");
        }
        assertThat(inbox.overflow()).isEqualTo(new InboxBatch.Frames(9, 9 * SIZE));
        assertThat(outcome(inbox.take(0))).isInstanceOf(ExecutionOutcome.Failed.class);

        delta("x");
        assertThat(inbox.close()).isEqualTo(InboxBatch.Frames.NONE);
        assertThat(inbox.take(0).isEmpty()).isTrue();
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

    private static ExecutionOutcome outcome(InboxBatch batch) {
        return batch.next() instanceof InboxBatch.Next.End end ? end.outcome() : null;
    }

    /** Returns the texts of the results that are published with the end. */
    private static List<String> closing(InboxBatch batch) {
        return batch.next() instanceof InboxBatch.Next.End end ? texts(end.closing()) : List.of();
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
