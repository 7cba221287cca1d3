package dev.agenthost.bench.hostcalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallPlanTest {
    @Test
    void callsAreReadBackAsTheyWereSaid() {
        var calls = new CallPlan(CallPlan.HISTORY, 300, 4, "b7", 16);
        assertThat(CallPlan.of(calls.text())).contains(calls);
        assertThat(CallPlan.of("hello")).isEmpty();
    }

    @Test
    void callsThatDoNotDivideAmongThreadsAreRefused() {
        assertThatThrownBy(() -> new CallPlan(CallPlan.STATE, 10, 3, "b", 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CallPlan("state_set", 10, 1, "b", 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void timesAreReadBackAsTheyWereSaid() {
        var timed = new CallTiming("b7", 10, 30, 1, new long[] {5, 7});
        var read = CallTiming.of(timed.line()).orElseThrow();
        assertThat(read.line()).isEqualTo(timed.line());
        assertThat(read.nanos()).containsExactly(5, 7);
        assertThat(CallTiming.of(new CallTiming("b", 1, 2, 3, new long[0]).line())
                        .orElseThrow()
                        .errors())
                .isEqualTo(3);
        assertThat(CallTiming.of("WARNING: something else")).isEmpty();
    }

    @Test
    void runsThatBeganTogetherCountFromTheFirstBeginToTheLastEnd() {
        var side = new CallSeries();
        side.add(List.of(
                new CallTiming("b", 0, 1_000_000_000, 0, new long[] {1_000_000, 2_000_000}),
                new CallTiming("b", 500_000_000, 2_000_000_000L, 1, new long[] {3_000_000, 4_000_000})));
        assertThat(side.perSecond()).isEqualTo(2);
        assertThat(side.summary().count()).isEqualTo(4);
        assertThat(side.summary().errors()).isEqualTo(1);
    }

    @Test
    void bareRunIsOneThatTheSdkUnderstands() throws Exception {
        JsonNode context = BaselineRun.of("state_get 1 1 b 1").path("context");
        var read = ProtocolCodec.decode(context, AgentRunContext.class);
        assertThat(read.input().text()).isEqualTo("state_get 1 1 b 1");
    }

    @Test
    void bareHostAsksWhatTheHostWouldAsk() {
        var question = new ContextRequest("demo", "calls", "c1");
        var asked = ProtocolCodec.mapper()
                .createObjectNode()
                .put("key", "external.bench")
                .put("limit", 20);
        assertThat(question.state(asked).name()).isEqualTo("external.bench");
        assertThat(question.state(asked).key().subject()).isEqualTo("c1/");
        assertThat(question.history(asked).limit()).isEqualTo(20);
    }
}
