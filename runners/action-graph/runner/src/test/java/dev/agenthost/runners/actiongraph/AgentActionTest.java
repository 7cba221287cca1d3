package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests actions that other agents execute. */
class AgentActionTest {
    private static final String DECLARED = """
            {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
             {'type':'action','id':'look','executor':{'type':'tool','target':'look'},'args':{}},
             {'type':'action','id':'ask','description':'Find the colour of the tower.',
              'executor':{'type':'agent','target':'researcher'},'input':{'seen':'action:look.output'}}]}}""";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.config = PlannerHost.json("{'agents':[{'id':'researcher','description':'Knows towers.'},'editor']}");
        host.tools.put("look", input -> TextNode.valueOf("a tower"));
    }

    @Test
    void anAgentIsAskedWithItsInputAndItsMessageIsTheOutput() throws Exception {
        host.agents.put("researcher", task -> PlannerHost.answered("It is red."));
        host.block(DECLARED).says("The tower is red.");

        List<ResultPayload> results = host.emit("which colour?");

        assertThat(PlannerHost.messages(results)).containsExactly("The tower is red.");
        assertThat(host.tasks).hasSize(1);
        assertThat(host.tasks.getFirst())
                .contains("researcher <node-request run_id=\"apr_", "action_id=\"ask\"", "\"seen\": \"a tower\"")
                .contains("Find the colour of the tower.");
        assertThat(host.transcript(1)).contains("### Result for ask", "It is red.");
        assertThat(host.instructions()).contains("\"name\": \"researcher\"", "Knows towers.", "\"name\": \"editor\"");
    }

    @Test
    void anAgentThatThePolicyDoesNotNameIsNotOffered() throws Exception {
        host.deniedAgents.add("researcher");
        host.block(DECLARED).says("nobody knows");

        host.emit("which colour?");

        assertThat(host.tasks).isEmpty();
        assertThat(host.transcript(1)).contains("executor.unavailable", "researcher is unavailable");
        assertThat(host.instructions())
                .containsPattern("\"name\": \"researcher\"[^}]*\"can_execute\": false")
                .containsPattern("\"name\": \"editor\"[^}]*\"can_execute\": true");
    }

    /** An agent that repeats its task, and a model that repeats the agent. */
    @Test
    void thePromptOfAnAgentIsShownToNoPerson() throws Exception {
        host.agents.put("researcher", task -> {
            ObjectNode run = PlannerHost.answered("");
            ((ObjectNode) run.at("/items/0/data/message")).put("content", "echo: " + task);
            return run;
        });
        host.block(DECLARED.replace("'seen'", "'title'"))
                .says(
                        "The agent says <node-request run_id=\"r\" action_id=\"ask\">\n  <task>Find it.</task>\n</node-request>it.");

        List<ResultPayload> results = host.emit("which colour?");

        assertThat(host.transcript(1)).as("the model sees the answer").contains("echo: <node-request");
        assertThat(results.toString()).contains("echo: ").doesNotContain("node-request", "<task>");
        assertThat(PlannerHost.messages(results)).containsExactly("The agent says it.");
    }

    @Test
    void theNextAgentReceivesTheHandoffOfTheOneBefore() throws Exception {
        host.agents.put("researcher", task -> PlannerHost.answered("It is red."));
        host.agents.put("editor", task -> PlannerHost.answered("Written."));
        host.block(DECLARED.replace(
                        "]}}",
                        ",{'type':'action','id':'write','description':'Write it down.','depends_on':['ask'],"
                                + "'resources':{'writes':['file:tower.md']},"
                                + "'executor':{'type':'agent','target':'editor'}}]}}"))
                .says("done");

        host.emit("which colour?");

        assertThat(host.tasks.getFirst()).as("a tool hands nothing off").doesNotContain("Handoff");
        assertThat(host.tasks.getLast())
                .containsSubsequence(
                        "<context>",
                        "Handoff from ask (agent:researcher, completed)",
                        "Result: It is red.",
                        "Constraints:",
                        "Permitted effects: write",
                        "Writes: file:tower.md",
                        "<task>",
                        "Write it down.");
    }

    @Test
    void theMessageOfTheEndOfAnAgentsRunIsTheOutput() throws Exception {
        host.agents.put(
                "researcher",
                task -> PlannerHost.json("{'status':'completed','items':[{'type':'run.completed','data':"
                        + "{'finish_reason':'stop','message':{'content':'It is red.'}}}]}"));
        host.block(DECLARED).says("The tower is red.");

        host.emit("which colour?");

        assertThat(host.transcript(1)).contains("### Result for ask", "It is red.");
    }

    @Test
    void anAgentThatFailsFailsItsAction() throws Exception {
        host.agents.put(
                "researcher",
                task -> PlannerHost.json(
                        "{'status':'failed','items':[{'type':'run.failed','data':{'code':'runner.error','error':'no towers'}}]}"));
        host.block(DECLARED).says("I do not know.");

        List<ResultPayload> results = host.emit("which colour?");

        assertThat(host.transcript(1)).contains("Status: failed", "The agent did not finish: runner.error no towers");
        assertThat(results.toString())
                .as("people see no internal text")
                .contains("The agent did not finish: runner.error")
                .doesNotContain("no towers");
    }

    /** The wire of run-orchestrator for a delegation without a binding, as DelegationWalkTest has it. */
    @Test
    void anAgentThatNoBindingLetsAnswerFailsItsActionWithTheReasonOfTheHost() throws Exception {
        host.agents.put(
                "researcher",
                task -> PlannerHost.json("{'status':'failed','outcome':{'type':'run.unanswered','code':'no_binding',"
                        + "'sentence':'No binding of agent researcher. Create one.'},'items':[]}"));
        host.block(DECLARED).says("I do not know.");

        host.emit("which colour?");

        assertThat(host.transcript(1))
                .contains(
                        "Status: failed",
                        "The agent did not finish: its run was not answered: no_binding: "
                                + "No binding of agent researcher. Create one.");
    }

    @Test
    void theOutputOfAnAgentIsReadOnceItsResultsAreComplete() throws Exception {
        AtomicInteger readings = new AtomicInteger();
        host.agents.put("researcher", task -> PlannerHost.json("{'status':'completed','items':[]}"));
        host.beforeRunGet = run -> {
            if (readings.incrementAndGet() == 3) {
                host.answerOf(run, "It is red.");
            }
        };
        host.block(DECLARED).says("The tower is red.");

        host.emit("which colour?");

        assertThat(host.transcript(1)).contains("### Result for ask", "It is red.");
    }

    @Test
    void anAgentThatIsNotConfiguredIsAnErrorForTheModel() throws Exception {
        host.block(DECLARED.replace("researcher", "admin")).says("I cannot ask.");

        host.emit("which colour?");

        assertThat(host.tasks).isEmpty();
        assertThat(host.transcript(1)).contains("there is no agent admin");
    }

    @Test
    void withoutTheRightToDelegateThereAreNoAgents() throws Exception {
        host.mayDelegate = false;
        host.block(DECLARED).says("I cannot ask.");

        host.emit("which colour?");

        assertThat(host.tasks).isEmpty();
        assertThat(host.instructions()).doesNotContain("researcher");
    }

    @Test
    void anAgentThatTheHostRefusesFailsItsAction() throws Exception {
        host.block(DECLARED).says("I cannot ask.");

        host.emit("which colour?");

        assertThat(host.transcript(1)).contains("Status: failed", "unauthorized");
    }

    @Test
    void agentsThatAreNoListFailTheRunWithTheNameOfTheMember() throws Exception {
        for (String wrong : List.of("'researcher'", "[1]", "['a','a']", "[{'description':'x'}]")) {
            host.config = PlannerHost.json("{'agents':" + wrong + "}");

            assertThat(PlannerHost.failure(host.emit("hello")).error())
                    .as(wrong)
                    .startsWith("agents ");
        }
    }
}
