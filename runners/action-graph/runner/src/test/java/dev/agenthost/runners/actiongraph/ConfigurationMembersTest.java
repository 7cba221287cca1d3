package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.form.FormParseResult;
import dev.agenthost.protocol.form.FormViolation;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a misspelt member of a configuration is refused, so that a rule is never absent without a sign. */
class ConfigurationMembersTest {
    private final PlannerHost host = new PlannerHost();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {'executor-rules':{'forbiden_effects':['send']}}             | executor-rules.forbiden_effects | forbidden_effects
                    {'executor-rules':{'approval-for':['write']}}                | executor-rules.approval-for     | approval_for
                    {'executors':[{'type':'tool','name':'add','effect':[]}]}     | executors[0].effect             | effects
                    {'executors':[{'type':'tool','name':'add','costs':1}]}       | executors[0].costs              | cost
                    {'executors':[{'type':'tool','name':'add','idempotency_argment':'id'}]} | executors[0].idempotency_argment | idempotency_argument
                    {'agents':['one',{'id':'two','words':'text'}]}               | agents[1].words                 | description
                    {'model':{'primary':'m','fallback':['n']}}                   | model.fallback                  | fallbacks
                    {'approval_for':['write']}                                   | approval_for                    | executor-rules
                    {'executor_rules':{'forbidden_effects':['send']}}            | executor_rules                  | executor-rules
                    """)
    void anUnknownMemberFailsTheRunWithItsPathAndTheKnownNames(String config, String path, String known)
            throws Exception {
        host.config = PlannerHost.json(config);

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.failure(results).code()).isEqualTo("action_graph.config_invalid");
        assertThat(PlannerHost.failure(results).error())
                .startsWith(path + " is unknown; the members are ")
                .contains(known);
        assertThat(host.requests).isEmpty();
        assertThat(FormParseResult.read(ActionGraphRunner.spec().configSchema()))
                .isInstanceOfSatisfying(FormParseResult.Readable.class, readable -> assertThat(
                                readable.form().breaches(host.config))
                        .extracting(FormViolation::field)
                        .contains(path));
    }

    @Test
    void theFormAcceptsEachMember() {
        ObjectNode config = PlannerHost.json("{'model':{'primary':'m','fallbacks':['n']},"
                + "'agents':['one',{'id':'two','description':'text'}],"
                + "'executors':[{'type':'tool','name':'add','effects':[],'cost':1,'idempotency_argument':'id'}],"
                + "'executor-rules':{'forbidden_effects':['send'],'max_cost':1,'overrides':true,'approval_for':[]}}");

        assertThat(FormParseResult.read(ActionGraphRunner.spec().configSchema()))
                .isInstanceOfSatisfying(
                        FormParseResult.Readable.class,
                        readable -> assertThat(readable.form().breaches(config)).isEmpty());
    }

    @Test
    void aMemberThatIsNullIsAbsent() throws Exception {
        host.config = PlannerHost.json("{'executor-rules':{'limit':null},'other':null,'delta_mode':'increment'}");
        host.says("fine");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("fine");
    }

    @Test
    void anExecutorThatTheRunDoesNotHaveIsAWarningInTheLog() throws Exception {
        host.tools.put("add", input -> input);
        host.config = PlannerHost.json("{'executors':[{'type':'tool','name':'ad','effects':['purchase']},"
                + "{'type':'tool','name':'add','effects':['read']},"
                + "{'type':'service','name':'sum','tool':'sub','arguments':{}},"
                + "{'type':'tool','name':'off','availability':'unavailable'}]}");
        host.says("fine");

        List<String> lines = GraphLogLines.during(() -> host.emit("go"));

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("WARNING eventId=")
                .endsWith(" the configuration describes executors that the run does not have: service:sum, tool:ad");
    }
}
