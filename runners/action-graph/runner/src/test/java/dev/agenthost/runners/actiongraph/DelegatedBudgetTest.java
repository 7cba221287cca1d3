package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the budget of a graph and of a request counts what delegated runs and the model use, and goes down to delegated runs. */
class DelegatedBudgetTest {
    private static final String AGENTS = """
            {'type':'agent.protocol','version':'1','intent':'execute','budget_policy':{BUDGET},
             'payload':{'type':'action_graph','actions':[
             {'type':'action','id':'look','executor':{'type':'tool','target':'look'},'args':{}},
             {'type':'action','id':'one','description':'First.','executor':{'type':'agent','target':'researcher'}},
             {'type':'action','id':'two','description':'Second.','executor':{'type':'agent','target':'researcher'}},
             {'type':'action','id':'last','description':'Third.','depends_on':['one','two'],
              'executor':{'type':'agent','target':'researcher'}}]}}""";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.config = PlannerHost.json("{'agents':['researcher'],'max-wait-seconds':5}");
        host.tools.put("look", input -> TextNode.valueOf("a tower"));
        host.agents.put("researcher", task -> PlannerHost.answered("It is red.", 10, 1));
    }

    @Test
    void theTokensOfDelegatedRunsCountForTheGraph() throws Exception {
        host.agents.put("researcher", task -> PlannerHost.answered("It is red.", 60, 0));
        host.block(graph("'max_tokens':100")).says("no more");

        host.emit("which colour?");

        assertThat(host.delegating.keySet()).containsExactlyInAnyOrder("one", "two");
        assertThat(host.transcript(1))
                .contains(
                        "Status: failed",
                        "Reason: The budget is exhausted: budget_policy.max_tokens 100 is reached.",
                        "The budget of the graph is exhausted.");
    }

    @Test
    void theUsageOfARequestHasTokensAndModelCallsOfItsDelegatedRuns() throws Exception {
        host.block(graph("'max_calls':9")).says("It is red.");

        host.emit("which colour?");

        JsonNode request = host.usages.getLast().path("request");
        assertThat(request.path("model_calls").asInt())
                .as("2 requests, and 1 of each of 3 agents")
                .isEqualTo(5);
        assertThat(request.path("tokens").asInt()).isEqualTo(2 * host.tokens + 3 * 10);
    }

    @Test
    void theCallsOfDelegatedRunsCountForTheGraph() throws Exception {
        host.agents.put("researcher", task -> PlannerHost.answered("It is red.", 0, 2));
        host.block(graph("'max_calls':7")).says("no more");

        host.emit("which colour?");

        assertThat(host.delegating).as("3 starts and 4 calls of the agents").doesNotContainKey("last");
        assertThat(host.transcript(1)).contains("budget_policy.max_calls 7 is reached.");
    }

    @Test
    void aFailedAgentCountsToo() throws Exception {
        host.agents.put("researcher", task -> PlannerHost.answered("", 60, 0).put("status", "failed"));
        host.block(
                        graph("'max_tokens':100")
                                .replace("'description'", "'failure_policy':{'on_failure':'continue'},'description'")
                                .replace(
                                        "'depends_on':['one','two']",
                                        "'condition':'action:one.status == \\\"failed\\\" and action:two.status == \\\"failed\\\"'"))
                .says("no more");

        host.emit("which colour?");

        assertThat(host.delegating.keySet()).containsExactlyInAnyOrder("one", "two");
        assertThat(host.transcript(1)).contains("The budget of the graph is exhausted.");
    }

    @Test
    void agentsThatStartTogetherShareWhatIsLeftAndTheNextOneGetsTheRest() throws Exception {
        host.block(graph("'max_tokens':1000,'max_calls':9,'max_seconds':60")).says("done");

        host.emit("which colour?");

        assertThat(host.delegating.get("one").at("/budget").toString()).isEqualTo("{\"tokens\":500,\"calls\":3}");
        assertThat(host.delegating.get("two").at("/budget").toString()).isEqualTo("{\"tokens\":500,\"calls\":3}");
        assertThat(host.delegating.get("last").at("/budget").toString())
                .as("two agents have used 20 tokens and 2 calls; the fourth start is its own")
                .isEqualTo("{\"tokens\":980,\"calls\":3}");
        assertThat(host.delegating.get("last").path("run_seconds").asInt()).isBetween(50, 60);
    }

    @Test
    void theRequestLimitsWhereTheGraphDoesNot() throws Exception {
        host.config.put("max-tokens", 5_000).put("max-actions", 10).put("max-seconds", 100);
        host.tokens = 1_000;
        host.block(graph("")).says("done");

        host.emit("which colour?");

        assertThat(host.delegating.get("one").at("/budget").toString())
                .as("the declaration has used 1,000 tokens")
                .isEqualTo("{\"tokens\":2000,\"calls\":4}");
        assertThat(host.delegating.get("two").at("/budget/calls").asInt()).isEqualTo(3);
        assertThat(host.delegating.get("one").path("run_seconds").asInt()).isBetween(90, 100);
    }

    @Test
    void theUsageHoldsOverTheRunsOfAGraph() throws Exception {
        host.config.put("max-wait-seconds", 0);
        host.agents.put("researcher", task -> null);
        host.block(graph("'max_tokens':1000"));
        host.emit("which colour?");
        host.answerOf("child-one", "It is red.", 300, 0);
        host.delegationCompleted(name("one"));
        host.answerOf("child-two", "It is high.", 200, 0);

        host.delegationCompleted(name("two"));

        assertThat(host.delegating.get("last").at("/budget/tokens").asInt()).isEqualTo(500);
        host.answerOf("child-last", "It is old.", 600, 0);
        host.says("done");
        host.delegationCompleted(name("last"));
        assertThat(host.transcript(1)).contains("It is old.");
        assertThat(host.state.toString()).contains("\"tokens\":1100");
    }

    @Test
    void theModelsOwnTokensCountForTheRequestOverItsRuns() throws Exception {
        host.config.put("max-tokens", 1_500).put("max-wait-seconds", 0);
        host.agents.put("researcher", task -> null);
        host.tokens = 600;
        host.block(graph(""));
        host.emit("which colour?");
        host.answerOf("child-one", "It is red.", 500, 0);
        host.delegationCompleted(name("one"));
        host.answerOf("child-two", "It is high.", 500, 0);
        host.says("enough");

        host.delegationCompleted(name("two"));

        assertThat(host.delegating).doesNotContainKey("last");
        assertThat(host.transcript(1)).contains("budget.tokens", "No further action can be executed.");
    }

    @Test
    void aDecisionAboutAGraphCountsForTheGraphAndItsDeclarationDoesNot() throws Exception {
        host.tokens = 600;
        host.tools.put("look", input -> {
            return PlannerHost.toolError("broken: no");
        });
        AtomicReference<String> run = new AtomicReference<>();
        host.block(graph("'max_tokens':500")
                .replace(
                        "'target':'look'},'args':{}",
                        "'target':'look'},'args':{},'failure_policy':{'on_failure':'ask_model'}")
                .replace("'depends_on':['one','two']", "'depends_on':['look']"));
        host.outputs.add(PlannerHost.output(""));
        host.says("no more");

        host.emitDeciding("which colour?", id -> {
            run.set(id);
            return "```agent-protocol\n{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"decide\","
                    + "\"payload\":{\"run_id\":\"" + id
                    + "\",\"action_id\":\"look\",\"decision\":\"retry\"}}\n```";
        });

        assertThat(host.delegating.keySet())
                .as("the graph began after its declaration")
                .contains("one", "two");
        assertThat(host.toolCalls).as("the decision has used the rest").hasSize(1);
        assertThat(host.transcript(2)).contains("The budget of the graph is exhausted.");
    }

    private static String graph(String budget) {
        return AGENTS.replace("BUDGET", budget);
    }

    private String name(String action) {
        JsonNode task = host.delegating.get(action);
        return task.path("delegation_id").asText();
    }
}
