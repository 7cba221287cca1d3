package dev.agenthost.runners.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunnerPlugin;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EchoTest {
    private final Echo echo = new Echo(Duration.ZERO);
    private final RecordingOutput out = new RecordingOutput();
    private final HistoryHost api = new HistoryHost();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "hello there",
                "  two  spaces \n and a line ",
                "看这个 🙂 ok",
                " ",
                "Fail",
                "sleep",
                "sleep x",
                "sleep -1",
                "sleep 1e9",
                "previous?"
            })
    void saysBackExactlyWhatWasSaid(String text) throws Exception {
        echo.run(context(text, false), out, api);
        assertThat(out.deltas()).isEqualTo(text);
        assertThat(out.messages()).containsExactly(text);
    }

    @Property(tries = 300)
    void theSumOfTheDeltasIsTheText(@ForAll String text) throws Exception {
        RecordingOutput output = new RecordingOutput();
        echo.run(context("say " + text, false), output, new HistoryHost());
        assertThat(output.deltas()).isEqualTo("say " + text);
    }

    @Test
    void streamsWordByWord() throws Exception {
        echo.run(context("one two three", false), out, api);
        assertThat(out.said).hasSize(4);
    }

    /** An interrupted thread ends at the first pause, however long that is. */
    @Test
    void pausesAfterTheFirstWord() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new Echo(Duration.ofDays(1)).run(context("one two three", false), out, api))
                .isInstanceOf(InterruptedException.class);
        assertThat(out.deltas()).isEqualTo("one ");
        assertThat(out.messages()).isEmpty();
    }

    @Test
    void saysNothingToAnEventThatSaysNothing() throws Exception {
        echo.run(context("", true), out, api);
        assertThat(out.said).isEmpty();
    }

    @Test
    void countsTheMessagesOfTheConversation() throws Exception {
        echo.run(context("one", true), out, api);
        assertThat(out.said.getLast())
                .isEqualTo(new StateUpdated(StateScope.CONVERSATION, Echo.COUNT, LongNode.valueOf(1)));
        api.state.put(Echo.COUNT, LongNode.valueOf(41));
        echo.run(context("two", true), out, api);
        assertThat(out.said.getLast())
                .isEqualTo(new StateUpdated(StateScope.CONVERSATION, Echo.COUNT, LongNode.valueOf(42)));
        api.state.put(Echo.COUNT, TextNode.valueOf("many"));
        echo.run(context("three", true), out, api);
        assertThat(out.said.getLast())
                .isEqualTo(new StateUpdated(StateScope.CONVERSATION, Echo.COUNT, LongNode.valueOf(1)));
    }

    @Test
    void countsNothingWhereThereIsNoConversation() throws Exception {
        AgentRunContext schedule =
                ProtocolCodec.decode(tree("one", true).without("conversation"), AgentRunContext.class);
        echo.run(schedule, out, api);
        assertThat(out.messages()).containsExactly("one");
        assertThat(out.said).noneMatch(StateUpdated.class::isInstance);
    }

    @Test
    void showsWhatTheUserSaidBeforeThisMessage() throws Exception {
        api.said("e0", "user", "long ago");
        api.said("e1", "user", "remember me");
        api.said("e1", "assistant", "remember me");
        api.said("e", "user", "previous");
        echo.run(context("previous", false), out, api);
        assertThat(out.messages()).containsExactly("remember me");
    }

    @Test
    void saysSoWhenThereIsNothingBefore() throws Exception {
        api.said("e", "user", "previous");
        echo.run(context("previous", false), out, api);
        assertThat(out.messages()).containsExactly("There is no previous message.");
    }

    @Test
    void failsWhenAsked() throws Exception {
        echo.run(context("fail", true), out, api);
        assertThat(out.said).singleElement().isInstanceOfSatisfying(RunFailed.class, failed -> assertThat(failed.code())
                .isEqualTo("echo.asked_to_fail"));
    }

    @Test
    void sleepsThenSaysItBack() throws Exception {
        long before = System.nanoTime();
        echo.run(context("sleep 0.05", true), out, api);
        assertThat(System.nanoTime() - before)
                .isGreaterThanOrEqualTo(Duration.ofMillis(50).toNanos());
        assertThat(out.messages()).containsExactly("sleep 0.05");
        assertThat(out.said.get(0)).isInstanceOf(ToolCallStarted.class);
        assertThat(out.said.get(1)).isInstanceOf(ToolCallCompleted.class);
    }

    @Test
    void wakesWhenItIsCancelled() {
        api.cancelled = true;
        assertThatThrownBy(() -> echo.run(context("sleep 3600", true), out, api))
                .isInstanceOf(RunCancelledException.class);
        assertThat(out.said).singleElement().isInstanceOf(ToolCallStarted.class);
    }

    @Test
    void asksForHistoryAndNothingElse() {
        RunnerPlugin plugin = EchoRunner.plugin(Duration.ZERO);
        assertThat(plugin.author() + "/" + plugin.name()).isEqualTo("agenthost/echo");
        assertThat(plugin.runners().get("default").spec().permissions().history())
                .containsExactly("page");
        assertThat(plugin.runners().get("default").spec().permissions().models())
                .isEmpty();
    }

    private static AgentRunContext context(String text, boolean apis) throws UndecodableException {
        return ProtocolCodec.decode(tree(text, apis), AgentRunContext.class);
    }

    private static ObjectNode tree(String text, boolean apis) throws UndecodableException {
        ObjectNode tree =
                (ObjectNode) ProtocolCodec.readTree("""
                {"run_id":"r1","trigger":{"type":"message.received","source":"api"},
                 "event":{"event_id":"e","event_type":"message.received","source":"api"},
                 "conversation":{"conversation_id":"c"},
                 "input":{},"delivery":{"surface":"api"},
                 "context":{"inline_policy":{"mode":"current_event"},"available_apis":{"state":%s,"run_get":%s}}}""".formatted(apis, apis).getBytes(StandardCharsets.UTF_8));
        ((ObjectNode) tree.get("input")).put("text", text);
        return tree;
    }
}
