package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the graphs that survive the death of an attempt. */
class DurabilityTest {
    private final PlannerHost host = new PlannerHost();
    private final AtomicBoolean dies = new AtomicBoolean(true);

    DurabilityTest() {
        host.tools.put("first", input -> TextNode.valueOf("one"));
        host.tools.put("second", input -> {
            if (dies.getAndSet(false)) {
                throw new IllegalStateException("the process dies");
            }
            return TextNode.valueOf("two after " + input.path("before").asText());
        });
    }

    @Test
    void theNextAttemptKeepsResultsAndAsksTheModelAboutAnUnknownOutcome() throws Exception {
        host.says(graph(true));
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");
        host.says("the second is unknown");

        host.emit("go");

        assertThat(host.toolCalls).containsExactly("first {}", "second {\"before\":\"one\"}");
        assertThat(host.requests).hasSize(2);
        assertThat(host.transcript(1)).contains("Status: blocked", "one");
    }

    @Test
    void aGraphThatHasAskedGoesOnWithItsQuestionAfterTheDeathOfItsAttempt() throws Exception {
        host.block("""
                {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                 {'type':'action','id':'s','executor':{'type':'tool','target':'second'},'args':{}},
                 {'type':'action','id':'o','executor':{'type':'tool','target':'first'},'args':{},
                  'permission_policy':{'requires_approval':true}}]}}""");
        List<ResultPayload> lost = new ArrayList<>();
        assertThatThrownBy(() -> host.emitInto(lost, "go")).hasMessage("the process dies");
        host.says("One is unknown.").says("It is ordered.");

        List<ResultPayload> results = host.emit("go");

        String question = question(results);
        assertThat(question).isEqualTo(question(lost));
        assertThat(host.transcript(1)).contains("action.unknown_outcome");
        assertThat(PlannerHost.messages(host.respond(question, "approve"))).containsExactly("It is ordered.");
        assertThat(host.toolCalls).containsExactly("second {}", "first {}");
    }

    private static String question(List<ResultPayload> results) {
        assertThat(PlannerHost.questions(results)).hasSize(1);
        return PlannerHost.questions(results)
                .getFirst()
                .payload()
                .path("interaction_id")
                .asText();
    }

    /** The run dies between the stored end of the graph and its view: nothing changes any more, and people would see it run for ever. */
    @Test
    void aLaterAttemptShowsTheEndOfAGraphThatHasEnded() throws Exception {
        host.tools.put("second", input -> TextNode.valueOf("two"));
        host.says(graph(true));
        host.dies = true;
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the model is gone");
        host.dies = false;
        host.says("done");

        List<ResultPayload> results = host.emit("go");

        assertThat(host.toolCalls).hasSize(2);
        assertThat(results.toString()).contains("ui.projection", "\"status\":\"completed\"");
    }

    /** A value of the state has at most 256 KiB; the scripted host refuses a larger one as the real host does. */
    @Test
    void outputsOfAnySizeSurviveAnAttempt() throws Exception {
        String large = "\u6f22\ud83d\ude00\"".repeat(70_000);
        host.tools.put("first", input -> TextNode.valueOf(large));
        host.says(
                graph(true).replace("\"args\":{\"before\":\"action:a.output\"}", "\"args\":{},\"depends_on\":[\"a\"]"));
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");
        host.says("the second is unknown");

        host.emit("go");

        assertThat(host.toolCalls).containsExactly("first {}", "second {}");
        assertThat(host.transcript(1)).contains("Status: blocked", "\u6f22\ud83d\ude00\"\u6f22");
        assertThat(host.state.keySet())
                .filteredOn(key -> key.startsWith("action_graph.output."))
                .hasSize(9);
    }

    @Test
    void manySmallOutputsSurviveAnAttempt() throws Exception {
        host.tools.put("first", input -> TextNode.valueOf("x".repeat(15_000)));
        StringBuilder actions = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            actions.append(
                    "{'type':'action','id':'a" + i + "','executor':{'type':'tool','target':'first'},'args':{}},");
        }
        host.block(
                "{'type':'agent.protocol','version':'1','intent':'execute','persist':true,'payload':{'type':'action_graph','actions':["
                        + actions
                        + "{'type':'action','id':'z','executor':{'type':'tool','target':'second'},'args':{'before':'action:a29.output'},"
                        + "'depends_on':['a0','a29']}]}}");
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");
        host.says("the second is unknown");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(31);
        assertThat(host.transcript(1)).contains("Status: blocked");
    }

    @Test
    void aGraphThatCannotBeStoredIsNamed() throws Exception {
        host.block(
                "{'type':'agent.protocol','version':'1','intent':'execute','persist':true,'payload':{'type':'action_graph','actions':["
                        + "{'type':'action','id':'a','executor':{'type':'tool','target':'first'},'args':{'text':'"
                        + "\u6f22".repeat(50_000)
                        + "'}},{'type':'action','id':'b','executor':{'type':'tool','target':'first'},'args':{'text':'"
                        + "\u6f22".repeat(50_000)
                        + "'}}]}}");

        List<ResultPayload> results = host.emit("go");

        assertThat(results.getLast()).isInstanceOfSatisfying(RunFailed.class, failed -> assertThat(failed.code())
                .isEqualTo("action_graph.journal_too_large"));
        assertThat(host.toolCalls).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The values of the scope would have over 4194304 bytes together, which is the most.",
                "The scope has 1000 names, which is the most."
            })
    void aFullStateOfTheConversationIsNoGraphThatIsTooLarge(String why) throws Exception {
        host.fullScope = why;
        host.says(graph(true));

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.failure(results))
                .satisfies(failed -> assertThat(failed.code()).isEqualTo("action_graph.state_full"))
                .satisfies(failed -> assertThat(failed.error())
                        .contains("state of the conversation is full", why)
                        .doesNotContain("less than 1 KiB"));
        assertThat(host.toolCalls).isEmpty();
    }

    @Test
    void theModelReadsThatAGraphCannotBeStored() throws Exception {
        host.hasState = false;
        dies.set(false);
        host.says(graph(true)).says("done");

        host.emit("go");

        assertThat(host.transcript(1)).contains("$.persist has no effect: this agent may store no state");
    }

    /** Each attempt of a run has an id of its own; the id of the event leads to the run. */
    @Test
    void theLinesOfBothAttemptsHaveTheSameId() throws Exception {
        host.says(graph(true));
        List<String> lines = GraphLogLines.during(() -> {
            assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");
            host.says("the second is unknown");
            return host.emit("go");
        });

        assertThat(lines).anyMatch(line -> line.contains(" begins ")).anyMatch(line -> line.contains(" continues "));
        assertThat(lines).allMatch(line -> line.startsWith("INFO eventId=" + host.event + " graph="));
    }

    @Test
    void theModelMayDecideToRepeatTheUnknownAction() throws Exception {
        host.says(graph(true));
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding(
                "go",
                runId -> "```agent-protocol\n{\"type\":\"agent.protocol\",\"version\":\"1\","
                        + "\"intent\":\"decide\",\"payload\":{\"run_id\":\"" + runId
                        + "\",\"action_id\":\"b\",\"decision\":\"retry\"}}\n```");

        assertThat(host.toolCalls)
                .containsExactly("first {}", "second {\"before\":\"one\"}", "second {\"before\":\"one\"}");
        assertThat(host.transcript(2)).contains("two after one");
    }

    @Test
    void aRunThatDiesAfterItsGraphsHaveEndedRepeatsNone() throws Exception {
        dies.set(false);
        host.says(graph(true)).says(graph(true));
        host.dies = true;
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the model is gone");
        host.dies = false;
        host.says("both are done");

        assertThat(PlannerHost.messages(host.emit("go")))
                .as("the host recognises the repeated note")
                .containsExactly("a (first), b (second)", "both are done");

        assertThat(host.toolCalls).hasSize(4);
        assertThat(host.transcript(2).split("two after one", -1)).hasSize(3);
    }

    @Test
    void aLaterGraphOfTheConversationDeletesEndedOnesAfterTheirDeadline() throws Exception {
        dies.set(false);
        host.says(graph(true)).says("done");
        host.emit("go");
        assertThat(entries()).isEqualTo(2);
        host.event = "e2";
        host.says(graph(true)).says("done");
        host.emit("go");
        assertThat(entries()).as("the first run can still begin again").isEqualTo(4);
        host.deadline = Instant.EPOCH;
        host.event = "e3";
        host.says(graph(true)).says("done");
        host.emit("go");

        host.event = "e4";
        host.says(graph(true)).says("done");
        host.emit("go");

        assertThat(entries()).as("only the third one's are gone").isEqualTo(6);
    }

    @Test
    void eachLaterAttemptRepeatsTheNoteOfAStoredGraph() throws Exception {
        host.says(graph(true) + "\n## user.visible\n\nI begin.");
        host.storeFails = true;
        List<ResultPayload> lost = new ArrayList<>();
        assertThatThrownBy(() -> host.emitInto(lost, "go")).hasMessage("the store is gone");
        assertThat(PlannerHost.messages(lost)).isEmpty();
        host.storeFails = false;
        host.says(graph(true) + "\n## user.visible\n\nI begin.");
        assertThatThrownBy(() -> host.emitInto(lost, "go")).hasMessage("the process dies");
        host.says("the second is unknown");
        host.emitInto(lost, "go");

        // The host recognises the repetition: its own tests show that people see it once.
        assertThat(PlannerHost.messages(lost)).containsExactly("I begin.", "I begin.", "the second is unknown");
    }

    @Test
    void theNoteIsNotLostBetweenTheStoreOfItsGraphAndThePerson() throws Exception {
        dies.set(false);
        host.says(graph(true) + "\n## user.visible\n\nI begin.");
        host.deadly = MessageCompleted.class::isInstance;
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the connection is gone");
        assertThat(host.openGraphs()).hasSize(1);
        assertThat(host.toolCalls).isEmpty();
        host.deadly = result -> false;
        host.says("done");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("I begin.", "done");
    }

    @Test
    void theAnswerAndTheEndOfTheRunAreOneRecord() throws Exception {
        host.says("fine");

        List<ResultPayload> results = host.emit("go");

        assertThat(results).noneMatch(MessageCompleted.class::isInstance);
        assertThat(((RunCompleted) results.getLast()).message().plainText()).isEqualTo("fine");
    }

    @Test
    void aGraphWithoutPersistIsNotStored() throws Exception {
        host.says(graph(false));
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");

        assertThat(host.state).isEmpty();
    }

    private static String graph(boolean persist) {
        return """
                ```agent-protocol
                {"type":"agent.protocol","version":"1","intent":"execute","persist":%s,
                 "payload":{"type":"action_graph","actions":[
                 {"type":"action","id":"a","executor":{"type":"tool","target":"first"},"args":{}},
                 {"type":"action","id":"b","executor":{"type":"tool","target":"second"},
                  "args":{"before":"action:a.output"}}]}}
                ```
                """.formatted(persist);
    }

    /** The graphs, and the lists of graphs of events. */
    private long entries() {
        return host.state.keySet().stream()
                .filter(key -> !key.startsWith("action_graph.record"))
                .count();
    }
}
