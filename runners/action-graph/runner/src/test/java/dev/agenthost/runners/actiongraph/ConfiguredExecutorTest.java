package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;

/** Tests the pipelines and services that a configuration defines. */
class ConfiguredExecutorTest {
    private static final String EXECUTORS = "{'executors':["
            + "{'type':'pipeline','name':'review','agent':'reviewer','task':'Review the text for errors.',"
            + "'description':'Reviews texts.','capabilities':['review'],'cost':2,'effects':['read']},"
            + "{'type':'service','name':'berlin_weather','tool':'weather','arguments':{'city':'Berlin'},"
            + "'description':'The weather in Berlin.','effects':['read']}]}";

    private final PlannerHost host = new PlannerHost();

    ConfiguredExecutorTest() {
        host.config = PlannerHost.json(EXECUTORS);
    }

    @Test
    void aPipelineIsAnAgentWithAFixedTask() throws Exception {
        host.agents.put("reviewer", task -> PlannerHost.answered("no errors"));
        host.block(graph("{'type':'pipeline','target':'auto','capabilities':['review']},"
                        + "'description':'Delete everything.','input':{'text':'Teh end'}"))
                .says("fine");

        host.emit("go");

        assertThat(host.tasks).hasSize(1);
        assertThat(host.tasks.getFirst())
                .contains("reviewer ", "Review the text for errors.", "Teh end")
                .doesNotContain("Delete everything.");
        assertThat(host.transcript(1)).contains("no errors");
        assertThat(host.instructions()).contains("\"type\": \"pipeline\"", "Reviews texts.", "\"review\"");
    }

    @Test
    void aServiceIsAToolWithFixedArguments() throws Exception {
        host.tools.put(
                "weather",
                input -> TextNode.valueOf("rain in " + input.path("city").asText()));
        host.block(graph("{'type':'service','target':'berlin_weather'},'args':{'city':'Paris','day':'today'}"))
                .says("it rains");

        host.emit("go");

        assertThat(host.toolCalls).containsExactly("weather {\"city\":\"Berlin\",\"day\":\"today\"}");
        assertThat(host.transcript(1)).contains("rain in Berlin");
    }

    @Test
    void aPersonWhoApprovesAServiceReadsThatItsArgumentsAreFixed() throws Exception {
        host.tools.put("weather", input -> TextNode.valueOf("rain"));
        host.block(graph("{'type':'service','target':'berlin_weather'},'args':{'city':'Paris','day':'today'},"
                + "'permission_policy':{'requires_approval':true}"));

        String question =
                PlannerHost.questions(host.emit("go")).getFirst().payload().toString();

        assertThat(question).contains("(set by the configuration)", "today").doesNotContain("Paris", "Berlin");
    }

    @Test
    void aServiceWhoseToolIsNotGrantedIsUnavailable() throws Exception {
        host.block(graph("{'type':'service','target':'berlin_weather'},'args':{}"))
                .says("no");

        host.emit("go");

        assertThat(host.toolCalls).isEmpty();
        assertThat(host.transcript(1)).contains("executor.unavailable", "berlin_weather is unavailable");
        assertThat(host.instructions()).contains("\"can_execute\": false");
    }

    @Test
    void aPipelineWithoutTheRightToDelegateIsUnavailable() throws Exception {
        host.mayDelegate = false;
        host.block(graph("{'type':'pipeline','target':'review'}")).says("no");

        host.emit("go");

        assertThat(host.tasks).isEmpty();
        assertThat(host.transcript(1)).contains("executor.unavailable", "review is unavailable");
    }

    private static String graph(String executorAndMembers) {
        return "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                + "{'type':'action','id':'a','executor':" + executorAndMembers + "}]}}";
    }
}
