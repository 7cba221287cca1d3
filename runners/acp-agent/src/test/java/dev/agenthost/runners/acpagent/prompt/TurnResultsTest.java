package dev.agenthost.runners.acpagent.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException;
import dev.agenthost.sdk.RunOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TurnResultsTest {
    private final List<String> said = new ArrayList<>();
    private final RunOutput out = new RunOutput() {
        @Override
        public void emit(ResultPayload payload, @Nullable JsonNode usage) {
            said.add(
                    switch (payload) {
                        case ToolCallStarted one ->
                            "started " + one.toolCallId() + " " + one.toolName() + " " + one.parameters();
                        case ToolCallCompleted one ->
                            "completed " + one.toolCallId() + " " + one.toolName() + " " + one.result() + " "
                                    + one.error();
                        default -> {
                            JsonNode tree = ProtocolCodec.tree(payload);
                            JsonNode text = tree.at(tree.has("chunk") ? "/chunk/content" : "/message/content");
                            yield payload.type() + " "
                                    + text.asText(tree.path("finish_reason").asText())
                                    + (usage == null ? "" : " " + usage);
                        }
                    });
        }

        @Override
        public boolean isCancelled() {
            return false;
        }
    };

    @Test
    void whatIsSaidBeforeAToolIsAMessageOfItsOwn() throws Exception {
        TurnResults turn = new TurnResults(out, true);
        chunk(turn, "Let me ");
        chunk(turn, "look.");
        update(turn, "{'sessionUpdate':'tool_call','toolCallId':'c','title':'Look','rawInput':{'a':1}}");
        update(turn, "{'sessionUpdate':'tool_call_update','toolCallId':'c','status':'in_progress'}");
        update(turn, "{'sessionUpdate':'tool_call_update','toolCallId':'c','status':'completed','rawOutput':{'b':2}}");
        chunk(turn, "Found.");
        turn.end(json("{'stopReason':'end_turn','usage':{'inputTokens':3,'outputTokens':4,'totalTokens':7}}"));

        assertThat(said)
                .containsExactly(
                        "message.delta Let me ",
                        "message.delta look.",
                        "message.completed Let me look.",
                        "started c Look {\"a\":1}",
                        "completed c Look {\"b\":2} null",
                        "message.delta Found.",
                        "message.completed Found.",
                        "run.completed stop {\"prompt_tokens\":3,\"completion_tokens\":4,\"total_tokens\":7}");
    }

    @Test
    void wherePiecesAreNotShownOnlyTheWholeIsSaid() throws Exception {
        TurnResults turn = new TurnResults(out, false);
        chunk(turn, "a");
        chunk(turn, "b");
        turn.end(json("{'stopReason':'end_turn'}"));

        assertThat(said).containsExactly("message.completed ab", "run.completed stop");
    }

    @Test
    void anotherMessageBeginsWhereItsIdDoes() throws Exception {
        TurnResults turn = new TurnResults(out, false);
        for (String id : List.of("m1", "m1", "m2")) {
            update(
                    turn,
                    "{'sessionUpdate':'agent_message_chunk','messageId':'" + id
                            + "','content':{'type':'text','text':'x'}}");
        }
        turn.close();

        assertThat(said).containsExactly("message.completed xx", "message.completed x");
    }

    @Test
    void thoughtsPlansAndWhatComesLaterAreNotSaid() throws Exception {
        TurnResults turn = new TurnResults(out, true);
        for (String kind :
                List.of("agent_thought_chunk", "plan", "user_message_chunk", "available_commands_update", "new_one")) {
            update(turn, "{'sessionUpdate':'" + kind + "','content':{'type':'text','text':'x'}}");
        }
        update(
                turn,
                "{'sessionUpdate':'agent_message_chunk','content':{'type':'image','data':'x','mimeType':'image/png'}}");
        update(turn, "{'sessionUpdate':'agent_message_chunk'}");
        update(turn, "[]");
        turn.close();

        assertThat(said).isEmpty();
    }

    @Test
    void eachToolCallBeginsAndEndsOnce() throws Exception {
        TurnResults turn = new TurnResults(out, true);
        update(
                turn,
                "{'sessionUpdate':'tool_call_update','toolCallId':'c','kind':'read','status':'failed',"
                        + "'content':[{'type':'content','content':{'type':'text','text':'no such file'}}]}");
        update(turn, "{'sessionUpdate':'tool_call','toolCallId':'open','name':'run','title':'Runs'}");
        update(turn, "{'sessionUpdate':'tool_call','toolCallId':'open','name':'run','title':'Runs'}");
        update(turn, "{'sessionUpdate':'tool_call','title':'no id'}");
        turn.close();
        turn.close();

        assertThat(said)
                .containsExactly(
                        "started c read {}",
                        "completed c read null no such file",
                        "started open run {}",
                        "completed open run null the turn ended before the tool call");
    }

    @Test
    void largeInputsAndOutputsAreLeftOut() throws Exception {
        TurnResults turn = new TurnResults(out, true);
        String large = "x".repeat(40_000);
        update(turn, "{'sessionUpdate':'tool_call','toolCallId':'c','title':'t','rawInput':{'a':'" + large + "'}}");
        update(
                turn,
                "{'sessionUpdate':'tool_call_update','toolCallId':'c','status':'completed','rawOutput':'" + large
                        + "'}");

        assertThat(said)
                .allMatch(one -> one.length() < 33_000)
                .first()
                .asString()
                .contains("omitted");
    }

    @Test
    void aRefusalThatSaysWhyIsAnAnswer() throws Exception {
        TurnResults turn = new TurnResults(out, false);
        chunk(turn, "I will not.");
        turn.end(json("{'stopReason':'refusal'}"));

        assertThat(said).containsExactly("message.completed I will not.", "run.completed refusal");
    }

    @Test
    void anAnswerWithoutAReasonIsNone() {
        assertThatThrownBy(() -> new TurnResults(out, true).end(json("{}")))
                .isInstanceOfSatisfying(AgentFailedException.class, why -> assertThat(why.code())
                        .isEqualTo(AgentFailedException.Code.PROTOCOL));
    }

    @Test
    void moreThanAPersonCanReadEndsTheTurn() throws Exception {
        TurnResults turn = new TurnResults(out, false);
        chunk(turn, "x".repeat(AgentMessageStream.LONGEST));

        assertThatThrownBy(() -> chunk(turn, "y"))
                .isInstanceOfSatisfying(AgentFailedException.class, why -> assertThat(why.code())
                        .isEqualTo(AgentFailedException.Code.OUTPUT_TOO_LARGE));
    }

    private static void chunk(TurnResults turn, String text) throws AgentFailedException {
        update(turn, "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'" + text + "'}}");
    }

    private static void update(TurnResults turn, String update) throws AgentFailedException {
        turn.update(json(update));
    }

    private static JsonNode json(String text) {
        try {
            return ProtocolCodec.mapper().readTree(text.replace('\'', '"'));
        } catch (java.io.IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
