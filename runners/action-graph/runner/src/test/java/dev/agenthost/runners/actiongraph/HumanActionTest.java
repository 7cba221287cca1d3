package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the actions that a person answers: the response is the output of the action. */
class HumanActionTest {
    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.tools.put("note", input -> TextNode.valueOf("noted"));
        host.agents.put("researcher", task -> null);
    }

    @Test
    void questionsAreAskedInTheOrderOfTheirActions() throws Exception {
        List<String> names =
                IntStream.range(0, 8).mapToObj(number -> "q" + number).toList();
        host.block(
                "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                        + names.stream()
                                .map(name -> "{'type':'action','id':'" + name
                                        + "','executor':{'type':'human','target':'ask_user'},'input':{'question':'"
                                        + name
                                        + "','description':'" + "word ".repeat(name.equals("q0") ? 1_900 : 1) + "'}}")
                                .collect(Collectors.joining(","))
                        + "]}}");

        assertThat(PlannerHost.questions(host.emit("ask")))
                .extracting(question -> question.payload().path("title").asText())
                .containsExactlyElementsOf(names);
    }

    @Test
    void aFreeAnswerIsTheInputOfTheNextAction() throws Exception {
        host.block(graph("ask_user", "'input':{'question':'Which colour?','description':'For the roof.'}"));

        List<ResultPayload> asked = host.emit("paint it");

        assertThat(((RunCompleted) asked.getLast()).finishReason()).isEqualTo("waiting");
        JsonNode question = question(asked).payload();
        assertThat(question.path("title").asText()).isEqualTo("Which colour?");
        assertThat(question.path("description").asText()).isEqualTo("For the roof.");
        assertThat(question.path("interaction_id").asText())
                .as("it is one segment of a path")
                .matches("ask\\.apr_[0-9a-f]+\\.ask\\.0\\.1");
        assertThat(question.at("/fields/0/id").asText()).isEqualTo("answer");
        assertThat(question(asked).target().toString()).contains("u1");
        host.says("it will be red");

        List<ResultPayload> results =
                host.respond(question.path("interaction_id").asText(), "send", "{'answer':'red'}");

        assertThat(host.toolCalls).containsExactly("note {\"said\":{\"answer\":\"red\"}}");
        assertThat(PlannerHost.messages(results)).containsExactly("it will be red");
        assertThat(host.openGraphs()).isEmpty();
    }

    @Test
    void charactersThatChangeTheDirectionAreEscapesInTheQuestion() throws Exception {
        host.block(graph("ask_user", "'input':{'question':'Which \u202eone?','choices':['\u2066red','blue']}"));
        JsonNode question = question(host.emit("paint it")).payload();

        assertThat(question.path("title").asText()).isEqualTo("Which \\u{202e}one?");
        assertThat(question.at("/actions/0/label").asText()).isEqualTo("\\u{2066}red");
    }

    @Test
    void aLaterAttemptAsksAgainBecauseTheHostMayHaveLostTheQuestion() throws Exception {
        host.block(graph("ask_user", "'input':{'question':'Which colour?'}"));
        ActionRequested first = question(host.emit("paint it"));

        ActionRequested again = question(host.emit("paint it"));

        assertThat(again.payload()).isEqualTo(first.payload());
        assertThat(again.target()).isEqualTo(first.target());
        host.says("it will be red");
        List<ResultPayload> answered =
                host.respond(again.payload().path("interaction_id").asText(), "send", "{'answer':'red'}");
        assertThat(answered)
                .as("another run asks nothing again")
                .noneMatch(result -> result instanceof ActionRequested action
                        && action.action().equals("interaction.requested"));
        assertThat(host.toolCalls).containsExactly("note {\"said\":{\"answer\":\"red\"}}");
        assertThat(host.requests).hasSize(2);
    }

    @Test
    void theAnsweredRequestIsTheLastOneAlthoughThePersonHasWrittenSince() throws Exception {
        host.block(graph("ask_user", "'input':{'question':'Which colour?'}"));
        JsonNode question = question(host.emit("paint it")).payload();
        host.remembers("assistant", "Hi.");
        host.remembers("user", "hello");
        host.remembers("user", "paint it");

        host.respond(question.path("interaction_id").asText(), "send", "{'answer':'red'}");

        assertThat(host.transcript(1))
                .containsOnlyOnce("## User request\n\npaint it")
                .containsSubsequence("hello", "Hi.", "## User request\n\npaint it", "### Result for");
    }

    @Test
    void aChoiceIsItsLabel() throws Exception {
        host.block(graph("ask_user", "'input':{'question':'Which?','choices':['red','blue']}"));
        JsonNode question = question(host.emit("paint it")).payload();
        assertThat(question.path("kind").asText()).isEqualTo("choice");
        assertThat(question.at("/actions/1/label").asText()).isEqualTo("blue");
        assertThat(question.path("fallback_text").asText()).contains("Reply one of: red, blue");

        host.respond(question.path("interaction_id").asText(), "choice_2", "{}");

        assertThat(host.toolCalls).containsExactly("note {\"said\":{\"choice\":\"blue\"}}");
    }

    @Test
    void aFormHasItsValues() throws Exception {
        host.block(
                graph(
                        "ask_user",
                        "'input':{'question':'Which?','fields':[{'id':'n','label':'Number','type':'number','required':true}]}"));
        JsonNode question = question(host.emit("paint it")).payload();
        assertThat(question.path("fallback_text").asText()).isEqualTo("Which?\n- Number (number, required)");

        host.respond(question.path("interaction_id").asText(), "send", "{'n':3}");

        assertThat(host.toolCalls).containsExactly("note {\"said\":{\"values\":{\"n\":3}}}");
    }

    @Test
    void theDescriptionOfTheActionIsTheQuestionWhereTheInputHasNone() throws Exception {
        host.block(graph("ask_user", "'description':'Which colour do you like?'"));

        assertThat(question(host.emit("paint it")).payload().path("title").asText())
                .isEqualTo("Which colour do you like?");
    }

    @Test
    void theConfigurationSaysWhoMayAnswer() throws Exception {
        host.config = PlannerHost.json("{'executors':[{'type':'human','name':'legal','actors':['u7','u8'],"
                + "'description':'The lawyers.'}]}");
        host.block(graph("legal", "'input':{'question':'May we?'}"));

        ActionRequested question = question(host.emit("paint it"));

        assertThat(question.target().path("actor_ids").toString()).isEqualTo("[\"u7\",\"u8\"]");
        assertThat(host.instructions()).contains("The lawyers.");
    }

    @Test
    void aQuestionOfALaterRunIsForThePersonOfTheRequest() throws Exception {
        host.config = PlannerHost.json("{'agents':['researcher'],'max-wait-seconds':0}");
        host.block(
                "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                        + "{'type':'action','id':'find','description':'Find.','executor':{'type':'agent','target':'researcher'}},"
                        + "{'type':'action','id':'ask','executor':{'type':'human','target':'ask_user'},"
                        + "'input':{'question':'action:find.output'}}]}}");
        host.emit("paint it");
        host.answerOf("child-find", "Red or blue?");

        ActionRequested question = question(
                host.delegationCompleted(host.delegations.keySet().iterator().next()));

        assertThat(question.payload().path("title").asText()).isEqualTo("Red or blue?");
        assertThat(question.target().path("actor_ids").toString()).isEqualTo("[\"u1\"]");
    }

    @Test
    void anAnsweredQuestionIsNotAnsweredAgain() throws Exception {
        host.tools.put("fails", input -> {
            return PlannerHost.toolError("broken: no");
        });
        host.block(graph("ask_user", "'input':{'question':'Which colour?'}")
                .replace(
                        "'type':'tool','target':'note'}",
                        "'type':'tool','target':'fails'}," + "'failure_policy':{'on_failure':'ask_model'}")
                .replace("'payload'", "'persist':true,'payload'"));
        String id =
                question(host.emit("paint it")).payload().path("interaction_id").asText();
        host.says("it is blocked");
        host.respond(id, "send", "{'answer':'red'}");

        List<ResultPayload> again = host.respond(id, "send", "{'answer':'blue'}");

        assertThat(PlannerHost.shown(again)).isEmpty();
        assertThat(host.toolCalls).containsExactly("fails {\"said\":{\"answer\":\"red\"}}");
        assertThat(host.requests).hasSize(2);
    }

    @Test
    void anInvalidQuestionFailsWithTheNameOfItsMember() throws Exception {
        String[][] wrong = {
            {"'question':3", "`question` must be a text"},
            {"", "`question` is missing"},
            {"'question':'Q?','fields':['name']", "`fields[0]` must be an object"},
            {"'question':'Q?','choices':[" + "'c',".repeat(24) + "'c']", "`choices` has 25 texts; the limit is 20"},
            {"'question':'Q?','choices':['red','red']", "`choices` has one text twice"},
            {"'question':'Q?','choices':'red'", "`choices` must be a list of texts"},
            {"'question':'Q?','choices':[1]", "`choices` must be a list of texts"},
            {"'question':'Q?','fields':{}", "`fields` must be a list of fields"},
            {"'question':'Q?','fields':[{'id':'n'}]", "`fields[0].label`"},
            {"'question':'Q?','options':['red']", "`options` is no member; write choices"},
            {"'question':'Q?','until':5", "`until` is no member; the members are question, description"},
        };
        for (String[] one : wrong) {
            host.requests.clear();
            host.block(graph("ask_user", "'input':{" + one[0] + "}")).says("no");

            List<ResultPayload> results = host.emit("paint it");

            assertThat(PlannerHost.questions(results)).isEmpty();
            assertThat(host.transcript(1)).as(one[0]).contains("input.invalid", one[1]);
        }
    }

    @Test
    void withoutStateNobodyIsAsked() throws Exception {
        host.hasState = false;
        host.block(graph("ask_user", "'input':{'question':'Which colour?'}")).says("I cannot ask");

        List<ResultPayload> results = host.emit("paint it");

        assertThat(PlannerHost.questions(results)).isEmpty();
        assertThat(host.transcript(1)).contains("executor.unknown").contains("there is no human ask_user");
    }

    private static String graph(String name, String members) {
        return "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                + "{'type':'action','id':'ask','executor':{'type':'human','target':'" + name + "'}," + members + "},"
                + "{'type':'action','id':'note','executor':{'type':'tool','target':'note'},"
                + "'args':{'said':'action:ask.output'}}]}}";
    }

    private static ActionRequested question(List<ResultPayload> results) {
        return PlannerHost.questions(results).getFirst();
    }
}
