package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WireLinkTest {
    private final RecordingFrameSink outlet = new RecordingFrameSink();
    private final List<String> out = outlet.sent;
    private final List<WireLink.Reply> replies = new ArrayList<>();
    private final List<String> received = new ArrayList<>();
    private final List<Frame.Kind> noise = new ArrayList<>();
    private final WireLink link = new WireLink(
            outlet,
            (request, reply) -> replies.add(reply),
            UnaryOperator.identity(),
            new PeerFields(() -> SdkGeneration.RUNNER_SDK),
            misunderstood -> noise.add(misunderstood.kind()));

    @Test
    void answersThe129thRequestInFlightAsBusy() {
        for (int i = 1; i <= 129; i++) {
            link.received("{\"seq_id\":" + i + ",\"action\":\"call_tool\",\"data\":{}}");
        }
        assertThat(replies).hasSize(128);
        assertThat(out)
                .containsExactly(
                        "{\"seq_id\":129,\"code\":1,\"message\":\"Runtime connection is busy (max 128 concurrent actions)\",\"data\":{},\"chunk_status\":\"continue\"}");

        replies.getFirst().success(JsonNodeFactory.instance.objectNode());
        replies.getFirst().success(JsonNodeFactory.instance.objectNode());
        link.received("{\"seq_id\":130,\"action\":\"call_tool\",\"data\":{}}");
        link.received("{\"seq_id\":131,\"action\":\"call_tool\",\"data\":{}}");

        assertThat(replies).hasSize(129);
        assertThat(out).hasSize(3);
    }

    @Test
    void limitsTheMemoryOfPeerRequests() {
        String filling = "x".repeat((int) (WireLink.THEIRS_AT_ONCE / 4));
        for (int i = 1; i <= 4; i++) {
            link.received("{\"seq_id\":" + i + ",\"action\":\"invoke_llm\",\"data\":{\"f\":\"" + filling + "\"}}");
        }
        assertThat(replies).hasSize(3);
        assertThat(out)
                .containsExactly(
                        "{\"seq_id\":4,\"code\":1,\"message\":\"Runtime connection is busy (max 32 MiB of concurrent actions)\",\"data\":{},\"chunk_status\":\"continue\"}");

        replies.getFirst().success(JsonNodeFactory.instance.objectNode());
        link.received("{\"seq_id\":5,\"action\":\"invoke_llm\",\"data\":{\"f\":\"" + filling + "\"}}");

        assertThat(replies).hasSize(4);
    }

    @Test
    void detectsAPeerThatDoesNotRead() {
        link.received("{\"seq_id\":1,\"action\":\"get_plugin_storage\",\"data\":{}}");

        assertThat(replies.getFirst().isCrowded()).isFalse();
        outlet.unread = WireLink.CROWDED + 1;
        assertThat(replies.getFirst().isCrowded()).isTrue();
    }

    @Test
    void limitsOpenRequestsToThoseOfThePeer() {
        link.allow(2);

        assertThat(ask()).isPresent();
        assertThat(ask()).isPresent();
        assertThat(ask()).isEmpty();

        link.received("{\"seq_id\":1,\"code\":0,\"message\":\"success\",\"data\":{},\"chunk_status\":\"end\"}");
        assertThat(ask()).isPresent();
    }

    @Test
    void answersPings() {
        link.received("{\"seq_id\":5,\"action\":\"__ping\",\"data\":{}}");

        assertThat(out)
                .containsExactly(
                        "{\"seq_id\":5,\"code\":0,\"message\":\"success\",\"data\":{\"pong\":\"pong\"},\"chunk_status\":\"continue\"}");
    }

    @Test
    void keepsTheOrderOfAStreamAndIgnoresOtherNumbers() {
        ask();
        link.received("{\"seq_id\":1,\"code\":0,\"message\":\"a\",\"data\":{}}");
        link.received("{\"seq_id\":77,\"code\":0,\"message\":\"foreign\",\"data\":{}}");
        link.received("{\"seq_id\":1,\"code\":0,\"message\":\"b\",\"data\":{}}");
        link.received("{\"seq_id\":1,\"code\":0,\"message\":\"c\",\"data\":{},\"chunk_status\":\"end\"}");
        link.received("{\"seq_id\":1,\"code\":0,\"message\":\"late\",\"data\":{}}");

        assertThat(received).containsExactly("a", "b", "c");
    }

    @Test
    void aFailureEndsAStreamWithoutAnEndFrame() {
        ask();
        link.received("{\"seq_id\":1,\"code\":1,\"message\":\"boom\",\"data\":{}}");

        assertThat(link.inFlight()).isZero();
        assertThat(received).containsExactly("boom");
    }

    @Test
    void theLossOfTheConnectionReachesEachOpenRequestOnce() {
        ask();
        ask();
        link.closed("gone");
        link.closed("gone again");

        assertThat(received).containsExactly("lost gone", "lost gone");
        assertThat(ask()).isEmpty();
    }

    @Test
    void aStreamIsOpenUntilItsEnd() {
        for (int i = 1; i <= 128; i++) {
            link.received("{\"seq_id\":" + i + ",\"action\":\"invoke_llm_stream\",\"data\":{}}");
        }
        WireLink.Reply first = replies.getFirst();
        first.chunk(JsonNodeFactory.instance.objectNode().put("n", 1), () -> received.add("taken"));
        link.received("{\"seq_id\":129,\"action\":\"call_tool\",\"data\":{}}");
        first.end();
        first.chunk(JsonNodeFactory.instance.objectNode().put("n", 2), () -> received.add("never"));
        first.failed("late");
        link.received("{\"seq_id\":130,\"action\":\"call_tool\",\"data\":{}}");

        assertThat(out)
                .containsExactly(
                        "{\"seq_id\":1,\"code\":0,\"message\":\"success\",\"data\":{\"n\":1},\"chunk_status\":\"continue\"}",
                        "{\"seq_id\":129,\"code\":1,\"message\":\"Runtime connection is busy (max 128 concurrent actions)\",\"data\":{},\"chunk_status\":\"continue\"}",
                        "{\"seq_id\":1,\"code\":0,\"message\":\"success\",\"data\":{},\"chunk_status\":\"end\"}");
        assertThat(received).containsExactly("taken", "never");
        assertThat(replies).hasSize(129);
    }

    @Test
    void joinsAFrameOfSeveralMessages() {
        ask();
        String frame = "{\"seq_id\":1,\"code\":0,\"message\":\"" + "x\\\"{[é".repeat(50_000) + "\",\"data\":{}}";
        for (int from = 0; from < frame.length(); from += 1000) {
            assertThat(link.isWaiting()).isEqualTo(from > 0);
            assertThat(link.received(frame.substring(from, Math.min(frame.length(), from + 1000))))
                    .isZero();
        }

        assertThat(link.isWaiting()).isFalse();
        assertThat(received).containsExactly("x\"{[é".repeat(50_000));
        assertThat(noise).isEmpty();
    }

    @Test
    void dropsAnIncompleteFrameAndEndsOpenRequests() {
        ask();
        link.received("{\"seq_id\":1,\"code\":0,\"message\":\"half");
        link.check(System.nanoTime());
        assertThat(noise).isEmpty();

        link.check(System.nanoTime() + MessageJoiner.LONGEST_WAIT + 1_000_000_000L);

        assertThat(noise).containsExactly(Frame.Kind.UNFINISHED);
        assertThat(received).hasSize(1).first().asString().startsWith("misunderstood");
        assertThat(link.received("{\"seq_id\":1,\"code\":0,\"message\":\"next\",\"data\":{}}"))
                .isZero();
        assertThat(received).contains("next");
    }

    @Test
    void dropsATooLargeFrameAndReadsTheNext() {
        String piece = "x".repeat(1024 * 1024);
        link.received("{\"seq_id\":1,\"code\":0,\"message\":\"");
        for (int i = 0; i < 16; i++) {
            link.received(piece);
        }

        assertThat(noise).containsExactly(Frame.Kind.UNFINISHED);
        assertThat(link.isWaiting()).isFalse();
    }

    @Test
    void anInvalidFrameEndsItsRequestOrAll() {
        ask();
        ask();
        link.received("{\"seq_id\":2,\"code\":\"zero\",\"data\":{}}");
        assertThat(received).containsExactly("misunderstood invalid message: code is not a number");

        link.received("{\"seq_id\":1,\"code\":0,\"data\":{\"a\":1,\"a\":2}}");
        assertThat(received).hasSize(2);

        link.received("{nonsense}");
        assertThat(received).hasSize(4);
        assertThat(noise).containsExactly(Frame.Kind.BAD_CODE, Frame.Kind.NOT_JSON, Frame.Kind.NOT_JSON);
    }

    @Test
    void countsAResponseWithoutARequest() {
        ask();
        assertThat(link.received("{\"seq_id\":77,\"code\":0,\"message\":\"foreign\",\"data\":{}}"))
                .isPositive();

        assertThat(noise).containsExactly(Frame.Kind.UNKNOWN_SEQ_ID);
        assertThat(received).isEmpty();
    }

    @Test
    void refusesARequestWithTooManyValuesBeforeParsing() {
        ask();
        link.received("{\"seq_id\":9,\"action\":\"call_tool\",\"data\":["
                + "{},".repeat(FrameCodec.MOST_VALUES / 2)
                + "{}]}");

        assertThat(replies).isEmpty();
        assertThat(received).isEmpty();
        assertThat(noise).containsExactly(Frame.Kind.TOO_MANY_VALUES);
        assertThat(out.getLast()).startsWith("{\"seq_id\":9,\"code\":1").contains("payload_too_large");
    }

    @Test
    void countsTheWeightOfManyValues() {
        String filling = "{},".repeat(40_000);
        int taken = 0;
        while (out.isEmpty()) {
            link.received("{\"seq_id\":" + ++taken + ",\"action\":\"call_tool\",\"data\":[" + filling + "{}]}");
        }

        assertThat(replies.size()).isBetween(10, 20);
    }

    private java.util.OptionalLong ask() {
        return link.request("run_agent", JsonNodeFactory.instance.objectNode(), null, new WireLink.Answers() {
            @Override
            public void answered(Frame.Response response, int size) {
                received.add(response.message());
            }

            @Override
            public void lost(String why) {
                received.add("lost " + why);
            }

            @Override
            public void misunderstood(String why) {
                received.add("misunderstood " + why);
            }
        });
    }
}
