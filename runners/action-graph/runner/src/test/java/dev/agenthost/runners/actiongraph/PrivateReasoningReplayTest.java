package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the private reasoning of a model is replayed nowhere; whether the person sees it is a matter of {@code remove-think}. */
class PrivateReasoningReplayTest {
    private static final String THOUGHT = "<think>\nMy secret thought 42\n</think>\n";
    private static final String CALL = "{'kind':'act','calls':[{'id':'a','type':'tool','name':'look'}]}";

    private final PlannerHost host = new PlannerHost();

    PrivateReasoningReplayTest() {
        host.tools.put("look", input -> TextNode.valueOf("seen"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void reasoningBesideACallIsNeitherPurposeNorNote(boolean streams) throws Exception {
        host.streaming = streams;
        host.calls(THOUGHT, "AgentProtocolOutput", CALL).says("Seen.");

        List<ResultPayload> results = host.emit("look");

        assertThat(host.transcript(1)).contains("seen").doesNotContain("secret", "Purpose:");
        assertThat(views(results)).contains("actions").doesNotContain("secret");
    }

    @Test
    void theWordsAfterTheReasoningAreTheNoteAndAreSaidOnce() throws Exception {
        host.calls(THOUGHT + "I look.", "AgentProtocolOutput", CALL).says("Seen.");

        List<ResultPayload> results = host.emit("look");

        assertThat(host.transcript(1)).contains("Purpose: I look.").doesNotContain("secret");
        assertThat(views(results)).contains("I look.").doesNotContain("secret");
        assertThat(PlannerHost.messages(results)).containsExactly(THOUGHT + "I look.", "Seen.");
    }

    @Test
    void reasoningBeforeABlockIsNoPartOfTheReplayedDeclaration() throws Exception {
        host.says(THOUGHT + "```agent-protocol\n" + CALL.replace('\'', '"') + "\n```")
                .says("Seen.");

        host.emit("look");

        assertThat(host.transcript(1)).contains("### Declaration").doesNotContain("secret");
    }

    @Test
    void reasoningWhoseRestIsWithheldHasAnEndForThePerson() throws Exception {
        String block = "```agent-protocol\n" + CALL.replace('\'', '"') + "\n```\n";
        host.says("<think>\nMaybe:\n" + block + "No.\n</think>\nI look.\n" + block)
                .says("Seen.");

        List<ResultPayload> results = host.emit("look");

        assertThat(PlannerHost.messages(results).getFirst()).isEqualTo("<think>\nMaybe:\n\n</think>\n");
        assertThat(String.join("", PlannerHost.deltas(results))).startsWith("<think>\nMaybe:\n\n</think>\n");
        assertThat(host.toolCalls).hasSize(1);
    }

    @Test
    void anAnswerIsShownWithItsReasoningUnlessTheHostRemovesIt() throws Exception {
        host.says(THOUGHT + "Hello.");

        List<ResultPayload> results = host.emit("hello");

        assertThat(PlannerHost.messages(results)).containsExactly(THOUGHT + "Hello.");
        assertThat(String.join("", PlannerHost.deltas(results))).isEqualTo(THOUGHT + "Hello.");
    }

    @Test
    void aLaterRequestHasAnswersWithoutTheirReasoning() throws Exception {
        host.remembers("assistant", THOUGHT + "Hello.");
        host.remembers("assistant", THOUGHT);
        host.remembers("user", "What is <think>?");
        host.says("A tag.");

        host.emit("and then?");

        assertThat(host.transcript(0))
                .contains("## Assistant answer\n\nHello.", "What is <think>?")
                .containsOnlyOnce("## Assistant answer")
                .doesNotContain("secret");
    }

    @Test
    void theReasoningOfAnotherAgentIsNoObservation() throws Exception {
        host.config = PlannerHost.json("{'agents':['researcher']}");
        host.agents.put("researcher", task -> PlannerHost.answered("<think>secret</think>It is red."));
        host.declares("{'kind':'act','calls':[{'id':'a','type':'agent','name':'researcher','args':{'task':'look'}}]}")
                .says("Red.");

        host.emit("look");

        assertThat(host.transcript(1)).contains("It is red.").doesNotContain("secret");
    }

    private static String views(List<ResultPayload> results) {
        return ProtocolCodec.tree(results.stream()
                        .filter(result -> result instanceof ActionRequested action
                                && action.action().equals("ui.projection"))
                        .toList())
                .toString();
    }
}
