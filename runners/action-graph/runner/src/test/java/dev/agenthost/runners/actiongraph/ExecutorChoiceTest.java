package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ToolCallStarted;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests the choice of an executor by the registry of the run, and its record. */
class ExecutorChoiceTest {
    private final PlannerHost host = new PlannerHost();

    @Test
    void theChoiceOfTheRuntimeGoesByCapabilityAndCostAndIsOnRecord() throws Exception {
        host.config = PlannerHost.json("{'executors':["
                + "{'type':'tool','name':'dear','capabilities':['search'],'cost':3,'effects':['read']},"
                + "{'type':'tool','name':'cheap','capabilities':['search'],'cost':0.5,'effects':['read']}]}");
        host.tools.put("dear", input -> TextNode.valueOf("dear"));
        host.tools.put("cheap", input -> TextNode.valueOf("cheap"));
        host.tools.put("unable", input -> TextNode.valueOf("unable"));
        host.says(graph("{'type':'tool','target':'auto','capabilities':['search']}")
                        .replace("'args':{}", "'args':{},'permission_policy':{'requires_approval':true}")
                        .replace('\'', '"'))
                .says("done");

        host.emit("go");

        JsonNode choice = entry().at("/record/choices/a");
        assertThat(choice.at("/executor/name").asText()).isEqualTo("cheap");
        assertThat(choice.path("origin").asText()).isEqualTo("selected");
        assertThat(choice.path("reason").asText()).contains("first of 2", "cost 0.5");
        assertThat(choice.path("rejections").toString())
                .contains("ranks after cheap", "unable", "has no capability search");
    }

    @Test
    void anOverrideOfTheModelsChoiceIsOnRecord() throws Exception {
        host.config = PlannerHost.json("{'executor-rules':{'overrides':true},'executors':["
                + "{'type':'tool','name':'broken','availability':'unavailable'}]}");
        host.tools.put("broken", input -> TextNode.valueOf("broken"));
        host.tools.put("works", input -> TextNode.valueOf("works"));
        host.says(graph("{'type':'tool','target':'broken'}")
                .replace("'args':{}", "'args':{},'permission_policy':{'requires_approval':true}")
                .replace('\'', '"'));

        host.emit("go");

        assertThat(entry().at("/record/choices/a/origin").asText()).isEqualTo("overridden");
        assertThat(entry().at("/record/choices/a/executor/name").asText()).isEqualTo("works");
        assertThat(entry().at("/record/choices/a/rejections").toString()).contains("broken", "is unavailable");
        assertThat(host.instructions()).contains("\"can_execute\": false");
    }

    @Test
    void theModelReadsWhichExecutorTheRuntimeHasChosen() throws Exception {
        host.config = PlannerHost.json("{'executor-rules':{'overrides':true},'executors':["
                + "{'type':'tool','name':'broken','availability':'unavailable'},"
                + "{'type':'tool','name':'works','cost':1},{'type':'tool','name':'dear','cost':3}]}");
        for (String tool : List.of("broken", "works", "dear")) {
            host.tools.put(tool, input -> TextNode.valueOf(tool));
        }
        host.says(graph("{'type':'tool','target':'broken'}").replace('\'', '"'))
                .says(graph("{'type':'tool','target':'dear'}").replace('\'', '"'))
                .says("done");

        host.emit("go");

        assertThat(host.transcript(1)).contains("Status: completed\nExecutor: `tool:works`");
        assertThat(host.transcript(2)).contains("Tool: `dear`").doesNotContain("Executor: `tool:dear`");
    }

    @Test
    void theCallOfAToolHasTheChoiceOfItsExecutor() throws Exception {
        host.config = PlannerHost.json("{'executor-rules':{'overrides':true},'executors':["
                + "{'type':'tool','name':'broken','availability':'unavailable'}]}");
        host.tools.put("broken", input -> TextNode.valueOf("broken"));
        host.tools.put("works", input -> TextNode.valueOf("works"));
        host.says(graph("{'type':'tool','target':'broken'}").replace('\'', '"')).says("done");

        JsonNode choice = host.emit("go").stream()
                .filter(ToolCallStarted.class::isInstance)
                .map(result -> ((ToolCallStarted) result).choice())
                .findFirst()
                .orElseThrow();

        assertThat(choice.at("/executor/name").asText()).isEqualTo("works");
        assertThat(choice.path("origin").asText()).isEqualTo("overridden");
        assertThat(choice.path("reason").asText()).contains("first of 1");
        assertThat(choice.path("rejections").toString()).contains("\"name\":\"broken\",\"reason\":\"is unavailable\"");
    }

    @Test
    void withoutOverridesAnUnavailableToolIsNotCalled() throws Exception {
        host.config = PlannerHost.json("{'executors':[{'type':'tool','name':'broken','availability':'unavailable'}]}");
        host.tools.put("broken", input -> TextNode.valueOf("broken"));
        host.says(graph("{'type':'tool','target':'broken'}").replace('\'', '"')).says("it is away");

        host.emit("go");

        assertThat(host.toolCalls).isEmpty();
        assertThat(host.transcript(1)).contains("executor.unavailable", "broken is unavailable");
    }

    @Test
    void anActionWithoutExecutorIsNotEndedByAnOperationOfTheRuntime() throws Exception {
        host.says(graph("null")
                        .replace("'args':{}", "'description':'Buy the milk.','args':{}")
                        .replace('\'', '"'))
                .says("I cannot");

        host.emit("go");

        assertThat(host.transcript(1)).contains("Status: failed", "executor.unavailable");
    }

    @Test
    void aForbiddenEffectExcludesItsTool() throws Exception {
        host.config = PlannerHost.json("{'executor-rules':{'forbidden_effects':['write']}}");
        host.tools.put("undeclared", input -> TextNode.valueOf("written"));
        host.says(graph("{'type':'tool','target':'undeclared'}").replace('\'', '"'))
                .says("I may not");

        host.emit("go");

        assertThat(host.toolCalls).isEmpty();
        assertThat(host.transcript(1)).contains("has the forbidden effect write");
    }

    @Test
    void theCostOfTheRegistryCountsForEachAttemptOfAGraph() throws Exception {
        host.config = PlannerHost.json("{'executors':[{'type':'tool','name':'look','effects':['read'],'cost':2}]}");
        host.tools.put("look", input -> TextNode.valueOf("seen"));
        String again = ",{'type':'action','id':'b','executor':{'type':'tool','target':'look'},'args':{}}]";
        host.says(graph("{'type':'tool','target':'look'}")
                        .replace("]", again)
                        .replace("'payload'", "'budget_policy':{'max_cost':3,'max_parallel':1},'payload'")
                        .replace('\'', '"'))
                .says("too dear");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(1);
        assertThat(host.transcript(1)).contains("budget_policy.max_cost 3 (2 used, an attempt costs 2) is reached");
    }

    @Test
    void aForbiddenEffectThatTheActionDeclaresExcludesEachTool() throws Exception {
        host.config = PlannerHost.json("{'executor-rules':{'forbidden_effects':['send']}}");
        host.tools.put("note", input -> TextNode.valueOf("noted"));
        host.says(graph("{'type':'tool','target':'note'}")
                        .replace("'args':{}", "'args':{},'side_effects':['send']")
                        .replace('\'', '"'))
                .says("I may not");

        host.emit("go");

        assertThat(host.toolCalls).isEmpty();
        assertThat(host.transcript(1))
                .contains("note may not run with the forbidden effect send, which the action declares");
    }

    @Test
    void anAttemptThatOnlyReadsIsRepeatedAfterTheDeathOfItsRun() throws Exception {
        AtomicBoolean dies = new AtomicBoolean(true);
        host.config = PlannerHost.json("{'executors':[{'type':'tool','name':'look','effects':['read']}]}");
        host.tools.put("look", input -> {
            if (dies.getAndSet(false)) {
                throw new IllegalStateException("the process dies");
            }
            return TextNode.valueOf("seen");
        });
        host.says(graph("{'type':'tool','target':'look'}")
                .replace("'payload'", "'persist':true,'payload'")
                .replace('\'', '"'));
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");
        host.says("done");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(2);
        assertThat(host.transcript(1)).contains("Status: completed", "seen");
    }

    @Test
    void anInvalidExecutorFailsTheRunWithTheNameOfItsMember() throws Exception {
        String[][] wrong = {
            {"{'executors':{}}", "executors must"},
            {"{'executors':[{'name':'x'}]}", "executors[0].type"},
            {"{'executors':[{'type':'robot','name':'x'}]}", "executors[0].type"},
            {"{'executors':[{'type':'tool'}]}", "executors[0].name"},
            {"{'executors':[{'type':'tool','name':'auto'}]}", "executors[0].name must not"},
            {"{'executors':[{'type':'tool','name':'x'},{'type':'tool','name':'x'}]}", "executors[1].name"},
            {"{'executors':[{'type':'tool','name':'x','cost':-1}]}", "executors[0].cost"},
            {"{'executors':[{'type':'tool','name':'x','effects':['burn']}]}", "executors[0].effects"},
            {"{'executors':[{'type':'tool','name':'x','agent':'y'}]}", "executors[0].agent belongs"},
            {"{'executors':[{'type':'pipeline','name':'x','task':'y'}]}", "executors[0].agent"},
            {"{'executors':[{'type':'pipeline','name':'x','agent':'y'}]}", "executors[0].task"},
            {"{'executors':[{'type':'service','name':'x'}]}", "executors[0].tool"},
            {"{'executors':[{'type':'agent','name':'x','arguments':{'a':1}}]}", "executors[0].arguments belongs"},
            {"{'executors':[{'type':'agent','name':'x','actors':['u']}]}", "executors[0].actors belongs"},
            {"{'executor-rules':[]}", "executor-rules must"},
            {"{'executor-rules':{'max_cost':-2}}", "executor-rules.max_cost"},
            {"{'executor-rules':{'forbidden_effects':['burn']}}", "executor-rules.forbidden_effects"},
            {"{'executor-rules':{'approval_for':['burn']}}", "executor-rules.approval_for"},
            {"{'executor-rules':{'approval_for':'send'}}", "executor-rules.approval_for"},
        };
        for (String[] one : wrong) {
            host.config = PlannerHost.json(one[0]);

            assertThat(PlannerHost.failure(host.emit("hello")).error())
                    .as(one[0])
                    .startsWith(one[1]);
        }
    }

    private JsonNode entry() {
        return host.state.entrySet().stream()
                .filter(stored -> stored.getKey().startsWith("action_graph.run."))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private static String graph(String executor) {
        return "```agent-protocol\n{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph',"
                + "'actions':[{'type':'action','id':'a','executor':" + executor + ",'args':{}}]}}\n```";
    }
}
