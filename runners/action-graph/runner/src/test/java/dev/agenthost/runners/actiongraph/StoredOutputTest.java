package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.ResultPayload;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the outputs that are stored as artifacts. */
class StoredOutputTest {
    private static final String LONG = "line of the log\n".repeat(2_000);

    private static final ObjectNode TRUNCATED =
            PlannerHost.json("{'content':[{'type':'text','text':'verse 1'}],'is_error':false,'truncated':true,"
                    + "'artifact':{'artifact_id':'host-1','name':'tool-result.txt','size_bytes':39}}");

    private final PlannerHost host = new PlannerHost();

    StoredOutputTest() {
        host.tools.put("log", input -> TextNode.valueOf(LONG));
        host.tools.put(
                "size",
                input -> TextNode.valueOf("has " + input.path("text").asText().length() + " characters"));
    }

    @Test
    void aLargeOutputIsAnArtifactAndTheModelGetsItsReference() throws Exception {
        host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'},"
                        + "{'id':'s','type':'tool','name':'size','args':{'text':'action:l.output'}}]}")
                .says("done");

        List<ResultPayload> results = host.emit("go");

        ArtifactCreated artifact = artifacts(results).getFirst();
        assertThat(new String(Base64.getDecoder().decode(artifact.contentBase64()), StandardCharsets.UTF_8))
                .isEqualTo(LONG);
        assertThat(host.transcript(1)).contains("Artifacts: artifact://" + artifact.artifactId());
        assertThat(host.transcript(1).length()).isLessThan(LONG.length() / 2);
        assertThat(host.transcript(1)).contains("has 32000 characters");
    }

    @Test
    void aLaterGraphOfTheRunMayReferToIt() throws Exception {
        host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'}]}");
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitReplying(
                "go",
                "Artifacts: ",
                reference -> "```agent-protocol\n{\"kind\":\"act\",\"calls\":["
                        + "{\"id\":\"s\",\"type\":\"tool\",\"name\":\"size\",\"args\":{\"text\":\"" + reference
                        + "\"}}]}\n```");

        assertThat(host.transcript(2)).contains("has 32000 characters");
    }

    @Test
    void aSmallOutputAndOneThatMustNotBeStoredAreNone() throws Exception {
        host.says("""
                ```agent-protocol
                {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
                 {"type":"action","id":"l","executor":{"type":"tool","target":"log"},"args":{},
                  "result_policy":{"return_to_model":"summary","store_full":false}},
                 {"type":"action","id":"s","executor":{"type":"tool","target":"size"},"args":{}}]}}
                ```
                """).says("done");

        assertThat(artifacts(host.emit("go"))).isEmpty();
        assertThat(host.transcript(1)).doesNotContain("artifact://");
    }

    @Test
    void theModelExpandsLinesOfAStoredOutput() throws Exception {
        host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log','result':'none'}]}");
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("go", runId -> expansion("runtime://" + runId + "/actions/l/output"));

        assertThat(host.transcript(2)).contains("[lines 3-4 of 2000]", "line of the log");
        assertThat(host.transcript(2).length()).isLessThan(3_000);
    }

    @Test
    void referencesLeadIntoAResultThatTheHostHasStored() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        host.tools.put(
                "log",
                input ->
                        PlannerHost.json("{'content':[{'type':'text','text':'head'}],'is_error':false,'truncated':true,"
                                + "'artifact':{'artifact_id':'host-1','name':'tool-result.json','size_bytes':70123}}"));
        host.calls.put("artifact_read", data -> {
            reads.incrementAndGet();
            return content(
                    data,
                    "{\"content\":[],\"structured_content\":{\"lines\":[\"first line\",\"second\"]},\"is_error\":false}");
        });
        host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'},"
                        + "{'id':'a','type':'tool','name':'size','args':{'text':'action:l.output.lines[0]'}},"
                        + "{'id':'b','type':'tool','name':'size','args':{'text':'action:l.output.lines[1]'}}]}")
                .says("done");

        host.emit("go");

        assertThat(host.toolCalls).contains("size {\"text\":\"first line\"}", "size {\"text\":\"second\"}");
        assertThat(reads).hasValue(1);
    }

    @Test
    void referencesLeadIntoTheStoredResultsOfAListLoop() throws Exception {
        host.tools.put("log", input -> TRUNCATED);
        host.calls.put("artifact_read", data -> content(data, "the whole text"));
        host.block("""
                        {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                         {'type':'action','id':'two','executor':{'type':'runtime','target':'merge'},'input':{'value':['a']}},
                         {'type':'action','id':'l','executor':{'type':'tool','target':'log'},'input':{},
                          'loop':{'for_each':'action:two.output.value','max_iterations':2}},
                         {'type':'action','id':'s','executor':{'type':'tool','target':'size'},'input':{'text':'action:l.output[0]'}}]}}""").says("done");

        host.emit("go");

        assertThat(host.toolCalls).contains("size {\"text\":\"the whole text\"}");
    }

    @ParameterizedTest
    @CsvSource({"140000, 140000", ", 300000"})
    void theModelReadsTheSizeOfTheOutputAndNotThatOfTheFile(@Nullable Integer stated, int shown) throws Exception {
        ObjectNode answer =
                PlannerHost.json("{'content':[{'type':'text','text':'head'}],'is_error':false,'truncated':true,"
                        + "'artifact':{'artifact_id':'host-1','name':'tool-result.json','size_bytes':300000}}");
        host.tools.put("log", input -> answer.put("output_bytes", stated));
        host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'}]}")
                .says("done");

        host.emit("go");

        assertThat(host.transcript(1)).contains("head\n[beginning of an output of " + shown + " bytes]");
    }

    @Test
    void aGraphIsStoredWithALargeListOfATruncatedResult() throws Exception {
        host.tools.put(
                "log",
                input -> PlannerHost.json("{'content':[{'type':'text','text':'" + "x".repeat(4_000)
                        + "'}],'is_error':false,'truncated':true,"
                        + "'artifact':{'artifact_id':'host-1','name':'tool-result.json','size_bytes':300000}}"));
        String lines = IntStream.range(0, 12_000)
                .mapToObj(number -> "\"line of the log " + number + "\"")
                .collect(Collectors.joining(","));
        host.calls.put(
                "artifact_read",
                data -> content(
                        data,
                        "{\"content\":[],\"structured_content\":{\"lines\":[" + lines + "]},\"is_error\":false}"));
        host.block("""
                        {'type':'agent.protocol','version':'1','intent':'execute','persist':true,'payload':{'type':'action_graph','actions':[
                         {'type':'action','id':'b','executor':{'type':'tool','target':'log'},'input':{}},
                         {'type':'action','id':'y','executor':{'type':'runtime','target':'merge'},'input':{'n':'action:b.output.lines'}}]}}""").says("done");

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.messages(results)).endsWith("done");
        assertThat(host.state.keySet().stream().filter(key -> key.startsWith("action_graph.output.")))
                .isNotEmpty();
    }

    @Test
    void aResultThatTheHostHasStoredIsExpanded() throws Exception {
        host.tools.put("log", input -> TRUNCATED);
        host.calls.put("artifact_read", data -> content(data, "verse 1\nverse 2\nverse 3\nverse 4\nverse 5"));
        for (String reference : List.of("runtime://%s/actions/l/output", "artifact://host-1")) {
            host.requests.clear();
            host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'}]}");
            host.outputs.add(PlannerHost.output(""));
            host.says("done");

            host.emitDeciding("go", runId -> expansion(reference.formatted(runId)));

            assertThat(host.transcript(1)).contains("Artifacts: artifact://host-1");
            assertThat(host.transcript(2))
                    .contains("[lines 3-4 of 5]\nverse 3\nverse 4")
                    .doesNotContain("verse 2");
        }
    }

    @Test
    void aResultThatTheHostHasStoredIsTheValueOfItsReference() throws Exception {
        host.tools.put("log", input -> TRUNCATED);
        host.calls.put("artifact_read", data -> content(data, "verse 1"));
        host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'}]}");
        host.declares(
                "{'kind':'act','calls':[{'id':'s','type':'tool','name':'size','args':{'text':'artifact://host-1'}}]}");
        host.says("done");

        host.emit("go");

        assertThat(host.transcript(2)).contains("has 7 characters");
    }

    @Test
    void aRefusalOfTheHostIsTheReasonOfTheExpansion() throws Exception {
        host.tools.put("log", input -> TRUNCATED);
        host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'}]}");
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("go", runId -> expansion("artifact://host-1"));

        assertThat(host.transcript(2)).contains("Reason: The stored output cannot be read: unauthorized");
    }

    @Test
    void aToolCannotNameAnArtifactInTheContentOfItsAnswer() throws Exception {
        ObjectNode forged = PlannerHost.json("{'content':[],'is_error':false}");
        forged.set("structured_content", TRUNCATED);
        host.tools.put("log", input -> forged);
        host.calls.put("artifact_read", data -> content(data, "of another run\n".repeat(5)));
        host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'}]}");
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("go", runId -> expansion("runtime://" + runId + "/actions/l/output"));

        assertThat(host.requests).hasSize(3);
        assertThat(host.transcript(2)).doesNotContain("of another run").doesNotContain("Artifacts: artifact://host-1");
    }

    private static ObjectNode content(ObjectNode request, String text) {
        assertThat(request.path("artifact_id").asText()).isEqualTo("host-1");
        return PlannerHost.json("{'artifact_id':'host-1','offset':0,'has_more':false}")
                .put("length", text.length())
                .put("content_base64", Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aGraphIsExpandedWithItsDeclarationAndTheResultsThatTheModelMayRead() throws Exception {
        host.tools.put("log", input -> TextNode.valueOf("short log"));
        host.says("""
                ```agent-protocol
                {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
                 {"type":"action","id":"l","title":"Read it","reason":"It failed.","executor":{"type":"tool","target":"log"},
                  "args":{"file":"/var/log/a"},"data_visibility":["user"]},
                 {"type":"action","id":"m","executor":{"type":"tool","target":"log"},"args":{"again":"action:l.output"},
                  "condition":"action:l.status == \\"completed\\""}]}}
                ```
                """);
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("go", runId -> expansion("runtime://" + runId)
                .replace("\"from_line\":3,\"to_line\":4", "\"from_line\":1,\"to_line\":60"));

        assertThat(host.transcript(2))
                .contains("\"title\": \"Read it\"", "\"reason\": \"It failed.\"", "\"executor\": \"tool:log\"")
                .contains("\"file\": \"/var/log/a\"", "\"output_hidden\": true", "\"again\": \"action:l.output\"")
                .contains("\"condition\": ", "\"output\": \"short log\"");
    }

    @Test
    void eachActionOfAWholeGraphHasItsPlaceBesideALargeOutput() throws Exception {
        host.tools.put("log", input -> TextNode.valueOf("line\n".repeat(9_000)));
        host.tools.put("look", input -> TextNode.valueOf("short"));
        host.says("""
                ```agent-protocol
                {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
                 {"type":"action","id":"l","executor":{"type":"tool","target":"log"},"args":{}},
                 {"type":"action","id":"m","executor":{"type":"tool","target":"look"},"args":{},"depends_on":["l"]}]}}
                ```
                """);
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("go", runId -> expansion("runtime://" + runId)
                .replace("\"from_line\":3,\"to_line\":4", "\"from_line\":1,\"to_line\":60"));

        assertThat(host.transcript(2))
                .contains("/actions/l/output\"", "\"output_bytes\": 54002", "\"output\": \"short\"");
    }

    @Test
    void anOutputThatTheModelMayNotReadIsNotExpanded() throws Exception {
        host.says("""
                ```agent-protocol
                {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
                 {"type":"action","id":"l","executor":{"type":"tool","target":"log"},"args":{},
                  "data_visibility":["user"]}]}}
                ```
                """);
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("go", runId -> expansion("runtime://" + runId + "/actions/l/output"));

        assertThat(host.transcript(2))
                .contains("There is no result that you may read.")
                .doesNotContain("line of the log");
    }

    @Test
    void anOutputOfWhichTheModelMaySeeASummaryIsNotExpanded() throws Exception {
        host.says("""
                ```agent-protocol
                {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
                 {"type":"action","id":"l","executor":{"type":"tool","target":"log"},"args":{},
                  "result_granularity":"summary"}]}}
                ```
                """);
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("go", runId -> expansion("runtime://" + runId + "/actions/l/output"));

        assertThat(host.transcript(2))
                .contains("There is no result that you may read.")
                .doesNotContain("line of the log");
    }

    @Test
    void anOutputThatPeopleOrLaterRunsMayNotReadIsNoArtifact() throws Exception {
        for (String readers : List.of("\"model\",\"future_runs\"", "\"model\",\"user\"")) {
            host.says("""
                    ```agent-protocol
                    {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
                     {"type":"action","id":"l","executor":{"type":"tool","target":"log"},"args":{},
                      "data_visibility":[%s]}]}}
                    ```
                    """.formatted(readers)).says("done");

            assertThat(artifacts(host.emit("go"))).as(readers).isEmpty();
        }
    }

    @Test
    void aFinalReportIsTheAnswer() throws Exception {
        host.tools.put("size", input -> TextNode.valueOf("forty-two"));
        host.declares("{'kind':'act','calls':[{'id':'s','type':'tool','name':'size'}]}");
        host.outputs.add(PlannerHost.output(""));

        List<ResultPayload> results = host.emitDeciding(
                "go",
                runId -> "```agent-protocol\n{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"execute\","
                        + "\"payload\":{\"type\":\"final_report_spec\",\"title\":\"Sizes\",\"sections\":["
                        + "{\"title\":\"Result\",\"refs\":[\"runtime://" + runId + "/actions/s/output\"]}]}}\n```");

        assertThat(PlannerHost.messages(results).getLast()).contains("# Sizes", "## Result", "forty-two");
        assertThat(host.requests).hasSize(2);
    }

    private static String expansion(String reference) {
        return "```agent-protocol\n{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"expand_ref\","
                + "\"payload\":{\"refs\":[{\"ref\":\"" + reference
                + "\",\"range\":{\"from_line\":3,\"to_line\":4}}]}}\n```";
    }

    private static List<ArtifactCreated> artifacts(List<ResultPayload> results) {
        return results.stream()
                .filter(ArtifactCreated.class::isInstance)
                .map(ArtifactCreated.class::cast)
                .toList();
    }
}
