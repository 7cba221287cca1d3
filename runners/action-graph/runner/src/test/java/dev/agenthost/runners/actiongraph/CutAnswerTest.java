package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an answer which the provider cuts off is never taken for a whole one. */
class CutAnswerTest {
    private static final String MARK = "\n\nThis answer is incomplete: the provider of the model cut it off (%s).";

    private final PlannerHost host = new PlannerHost();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void thePersonSeesThatTheAnswerIsIncomplete(boolean streams) throws Exception {
        host.streaming = streams;
        host.says("The first half of").cut();

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.messages(results)).containsExactly("The first half of" + MARK.formatted("length"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\": \"act\", \"message\": \"x\", \"calls\": [{\"id\": \"a\", \"args\": {\"n\": 1}",
                "{\"kind\": \"answer\", \"message\": \"half a wo",
                "{ \"type\" : \"agent.protocol\", \"version\"",
                "<tool_call>{\"name\": \"look\", \"arguments\": {\"n\"",
                "```json\n{\"kind\": \"answer\", \"message\": \"half a wo"
            })
    void aDeclarationThatIsCutOffIsNoAnswer(String output) throws Exception {
        host.says(output).cut();
        host.says("Whole.");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("Whole.");
        assertThat(host.transcript(1)).contains("ends before its end");
    }

    /** The request goes on, and the words before the declaration are whole. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\": \"answer\", \"message\": \"half a wo",
                "```agent-protocol\n{\"type\":\"agent.protocol\",\"version\""
            })
    void wordsBeforeADeclarationThatIsCutOffAreNoIncompleteAnswer(String declaration) throws Exception {
        host.says("Some words.\n\n" + declaration).cut();
        host.says("Whole.");

        assertThat(PlannerHost.messages(host.emit("go"))).map(String::strip).containsExactly("Some words.", "Whole.");
        assertThat(host.transcript(1)).contains("carrier.incomplete");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```agent-pro",
                "```json agent-",
                "## user.visible\nI look at it.",
                "{\"kind\": \"ac",
            })
    void wordsBeforeACarrierThatIsCutOffAtItsBeginningAreNoIncompleteAnswer(String beginning) throws Exception {
        host.says("Let me look at it.\n\n" + beginning).cut();
        host.says("Whole.");

        assertThat(PlannerHost.messages(host.emit("go")))
                .map(String::strip)
                .containsExactly("Let me look at it.", "Whole.");
        assertThat(host.transcript(1)).contains("carrier.incomplete", beginning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\": \"lab__stock\", \"argu",
                "```json\n{\"name\": \"lab__stock\", \"arguments\": {\"p\": 1"
            })
    void aCallInTextThatIsCutOffIsCorrectedAndNeverShown(String call) throws Exception {
        host.tools.put("lab__stock", input -> TextNode.valueOf("many"));
        host.says(call).cut();
        host.says("Whole.");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("Whole.");
        assertThat(host.toolCalls).isEmpty();
    }

    @Test
    void aCarrierThatIsCutOffAgainAndAgainEndsTheRun() throws Exception {
        for (int i = 0; i < 3; i++) {
            host.says("```agent-pro").cut();
        }

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.failure(results).code()).isEqualTo("action_graph.protocol_error");
        assertThat(PlannerHost.messages(results)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "## Task\n\nThe stock:\n\n- one\n- tw",
                "Write:\n\n```agent\nx\n```\n\nand th",
                "Write:\n\n> ```agent-pro",
                "| a | b |\n|---|---|\n| 1 | `{\"kind\": \"act\"}` |\n| 2"
            })
    void anOrdinaryAnswerThatIsCutOffStaysAnAnswer(String answer) throws Exception {
        host.says(answer).cut();

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.messages(results)).containsExactly(answer + MARK.formatted("length"));
        assertThat(results.getLast()).isInstanceOf(RunCompleted.class);
    }

    @Test
    void wordsBesideACallThatIsCutOffAreNoIncompleteAnswer() throws Exception {
        host.calls("Some words.", "AgentProtocolOutput", "{'kind':'act','calls':[{'id':'a'")
                .cut();
        host.says("Whole.");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("Some words.", "Whole.");
    }

    @Test
    void anAnswerInACallThatIsCutOffSaysSo() throws Exception {
        host.declares("{\"kind\":\"answer\",\"message\":\"half a wo").cut();
        host.says("Whole.");

        assertThat(PlannerHost.messages(host.emit("go")))
                .containsExactly("half a wo" + MARK.formatted("length"), "Whole.");
    }

    @Test
    void anObjectOfAnotherMeaningIsAnAnswerThatIsCutOff() throws Exception {
        host.says("{\"name\": \"act\", \"kind\": \"half").cut();

        assertThat(PlannerHost.messages(host.emit("go")))
                .containsExactly("{\"name\": \"act\", \"kind\": \"half" + MARK.formatted("length"));
    }

    @Test
    void theRunEndsWithTheReasonOfTheProvider() throws Exception {
        host.says("The first half of").cut();
        host.outputs.getLast().put("finish_reason", "content_filter");

        assertThat(host.emit("go").getLast())
                .isInstanceOfSatisfying(RunCompleted.class, end -> assertThat(end.finishReason())
                        .isEqualTo("content_filter"));
    }

    @Test
    void anAnswerThatBreaksIsAMessageWithTheMarkBeforeTheRunFails() throws Exception {
        host.says("<think>Hm</think>The first half of");
        host.outputs.getLast().put("dies", "runtime_error");

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.messages(results))
                .containsExactly("<think>Hm</think>The first half of" + MARK.formatted("error"));
        assertThat(PlannerHost.failure(results).code()).isEqualTo(ActionGraphAgent.MODEL_FAILED);
    }

    /** The person has no answer, and the run fails: the words are whole. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "```agent-protocol\n{\"type\":\"agent.protocol\",\"version\"",
                "```agent-pro",
                "{\"kind\": \"act\", \"calls\": [{\"id\"",
                "## user.visible\nI look at it."
            })
    void wordsBeforeADeclarationThatBreaksAreNoIncompleteAnswer(String declaration) throws Exception {
        host.says("Let me look at it.\n\n" + declaration);
        host.outputs.getLast().put("dies", "runtime_error");

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.messages(results)).map(String::strip).containsExactly("Let me look at it.");
        assertThat(PlannerHost.failure(results).code()).isEqualTo(ActionGraphAgent.MODEL_FAILED);
    }

    @Test
    void wordsBesideACallThatBreaksAreNoIncompleteAnswer() throws Exception {
        host.calls("Let me look at it.", "AgentProtocolOutput", "{'kind':'act','calls':[{'id':'a'");
        host.outputs.getLast().put("dies", "runtime_error");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("Let me look at it.");
    }

    @Test
    void anAnswerInACallThatBreaksSaysSo() throws Exception {
        host.declares("{\"kind\":\"answer\",\"message\":\"half a wo");
        host.outputs.getLast().put("dies", "runtime_error");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("half a wo" + MARK.formatted("error"));
    }

    /** The block is withheld from the stream, because it may have been a declaration. */
    @Test
    void anAnswerThatBreaksInABlockOfJsonSaysSo() throws Exception {
        host.says("The settings:\n\n```json\n{\"color\": \"re");
        host.outputs.getLast().put("dies", "runtime_error");

        assertThat(PlannerHost.messages(host.emit("go"))).hasSize(1).first().satisfies(answer -> assertThat(answer)
                .startsWith("The settings:")
                .endsWith(MARK.formatted("error")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"deadline_exceeded", "budget_exhausted"})
    void aRunWhoseModelTookTooLongOrTooMuchFailsAsThat(String code) throws Exception {
        host.says("The first half of");
        host.outputs.getLast().put("dies", code);

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.messages(results)).containsExactly("The first half of" + MARK.formatted("error"));
        assertThat(PlannerHost.failure(results).code()).isEqualTo(code);
    }

    @Test
    void anAnswerThatBreaksBeforeItsFirstWordIsNoMessage() throws Exception {
        host.says("<think>Hm");
        host.outputs.getLast().put("dies", "runtime_error");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("<think>Hm\n</think>\n");
    }

    @Test
    void theNextRequestStatesThatTheAnswerWasCutOff() throws Exception {
        String answer = "word ".repeat(20_000) + MARK.formatted("length");
        host.config = PlannerHost.json("{'max-context-tokens':1000}");
        host.remembers("assistant", answer);
        host.remembers("user", "Tell me." + MARK.formatted("length"));
        host.says("So.");

        host.emit("and then?");

        assertThat(host.transcript(0))
                .contains(
                        "more characters]\n\nThe answer above was cut off by the provider (length): it is incomplete.\n</turn>")
                .contains("Tell me." + MARK.formatted("length"))
                .containsOnlyOnce("This answer is incomplete");
    }

    @Test
    void anAnswerOfReasoningAndTheMarkAloneIsNotReplayed() throws Exception {
        host.remembers("assistant", "<think>Hm</think>" + MARK.formatted("error"));
        host.says("So.");

        host.emit("and then?");

        assertThat(host.transcript(0)).doesNotContain("## Assistant answer", "cut off");
    }
}
