package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireLinkTest {
    private final KeptOutlet outlet = new KeptOutlet();
    private final List<String> out = outlet.sent;
    private final List<WireLink.Reply> held = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final WireLink link = new WireLink(outlet, (request, reply) -> held.add(reply));

    @Test
    void answersThe129thRequestInFlightAsBusy() {
        for (int i = 1; i <= 129; i++) {
            link.received("{\"seq_id\":" + i + ",\"action\":\"call_tool\",\"data\":{}}");
        }
        assertThat(held).hasSize(128);
        assertThat(out)
                .containsExactly(
                        "{\"seq_id\":129,\"code\":1,\"message\":\"Runtime connection is busy (max 128 concurrent actions)\",\"data\":{},\"chunk_status\":\"continue\"}");

        held.getFirst().success(JsonNodeFactory.instance.objectNode());
        held.getFirst().success(JsonNodeFactory.instance.objectNode());
        link.received("{\"seq_id\":130,\"action\":\"call_tool\",\"data\":{}}");
        link.received("{\"seq_id\":131,\"action\":\"call_tool\",\"data\":{}}");

        assertThat(held).hasSize(129);
        assertThat(out).hasSize(3);
    }

    @Test
    void holdsNoMoreOfTheirRequestsThanMemoryAllows() {
        String filling = "x".repeat((int) (WireLink.THEIRS_AT_ONCE / 4));
        for (int i = 1; i <= 4; i++) {
            link.received("{\"seq_id\":" + i + ",\"action\":\"invoke_llm\",\"data\":{\"f\":\"" + filling + "\"}}");
        }
        assertThat(held).hasSize(3);
        assertThat(out)
                .containsExactly(
                        "{\"seq_id\":4,\"code\":1,\"message\":\"Runtime connection is busy (max 32 MiB of concurrent actions)\",\"data\":{},\"chunk_status\":\"continue\"}");

        held.getFirst().success(JsonNodeFactory.instance.objectNode());
        link.received("{\"seq_id\":5,\"action\":\"invoke_llm\",\"data\":{\"f\":\"" + filling + "\"}}");

        assertThat(held).hasSize(4);
    }

    @Test
    void knowsWhenTheOtherSideDoesNotReadWhatItIsSent() {
        link.received("{\"seq_id\":1,\"action\":\"get_plugin_storage\",\"data\":{}}");

        assertThat(held.getFirst().isCrowded()).isFalse();
        outlet.unread = WireLink.CROWDED + 1;
        assertThat(held.getFirst().isCrowded()).isTrue();
    }

    @Test
    void sendsNoMoreRequestsThanTheOtherSideTakes() {
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

        assertThat(heard).containsExactly("a", "b", "c");
    }

    @Test
    void aFailureEndsAStreamWithoutAnEndFrame() {
        ask();
        link.received("{\"seq_id\":1,\"code\":1,\"message\":\"boom\",\"data\":{}}");

        assertThat(link.inFlight()).isZero();
        assertThat(heard).containsExactly("boom");
    }

    @Test
    void theLossOfTheConnectionReachesEachOpenRequestOnce() {
        ask();
        ask();
        link.closed("gone");
        link.closed("gone again");

        assertThat(heard).containsExactly("lost gone", "lost gone");
        assertThat(ask()).isEmpty();
    }

    @Test
    void aStreamIsInFlightUntilItsEnd() {
        for (int i = 1; i <= 128; i++) {
            link.received("{\"seq_id\":" + i + ",\"action\":\"invoke_llm_stream\",\"data\":{}}");
        }
        WireLink.Reply first = held.getFirst();
        first.chunk(JsonNodeFactory.instance.objectNode().put("n", 1), () -> heard.add("taken"));
        link.received("{\"seq_id\":129,\"action\":\"call_tool\",\"data\":{}}");
        first.end();
        first.chunk(JsonNodeFactory.instance.objectNode().put("n", 2), () -> heard.add("never"));
        first.failed("late");
        link.received("{\"seq_id\":130,\"action\":\"call_tool\",\"data\":{}}");

        assertThat(out)
                .containsExactly(
                        "{\"seq_id\":1,\"code\":0,\"message\":\"success\",\"data\":{\"n\":1},\"chunk_status\":\"continue\"}",
                        "{\"seq_id\":129,\"code\":1,\"message\":\"Runtime connection is busy (max 128 concurrent actions)\",\"data\":{},\"chunk_status\":\"continue\"}",
                        "{\"seq_id\":1,\"code\":0,\"message\":\"success\",\"data\":{},\"chunk_status\":\"end\"}");
        assertThat(heard).containsExactly("taken", "never");
        assertThat(held).hasSize(129);
    }

    private java.util.OptionalLong ask() {
        return link.request("run_agent", JsonNodeFactory.instance.objectNode(), null, new WireLink.Answers() {
            @Override
            public void answered(Frame.Response response, int size) {
                heard.add(response.message());
            }

            @Override
            public void lost(String why) {
                heard.add("lost " + why);
            }
        });
    }
}
