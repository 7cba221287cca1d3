package dev.agenthost.bench.graph.script;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.bench.graph.task.BenchTask;
import dev.agenthost.bench.graph.task.StepOutput;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/**
 * The model of a loop of native tool calls: calls the steps that can run, in the order of the task, with the values that the messages show,
 * repeats a call that has failed, and answers with the values of the last steps.
 *
 * @param tools prefix of the names of the tools
 * @param atOnce most calls in one output
 */
public record ToolLoopScript(String tools, int atOnce) {
    /** @param messages of the request */
    public ScriptedReply reply(BenchTask task, String caseId, JsonNode messages) {
        var outputs = new HashMap<String, StepOutput>();
        int earlier = 0;
        for (var message : messages) {
            if (message.path("role").asText().equals("tool")) {
                earlier++;
                read(message, outputs);
            }
        }
        var ready = task.ready(outputs);
        if (ready.isEmpty()) {
            return new ScriptedReply.Text(task.answer(outputs));
        }
        var calls = new ArrayList<ScriptedCall>();
        for (var step : ready.subList(0, Math.min(atOnce, ready.size()))) {
            calls.add(new ScriptedCall(
                    step.id() + "." + (earlier + calls.size()),
                    tools + step.tool(),
                    step.arguments(caseId, input -> BenchTask.value(outputs, input))));
        }
        return new ScriptedReply.Calls(calls);
    }

    private static void read(JsonNode message, Map<String, StepOutput> outputs) {
        var call = message.path("tool_call_id").asText();
        JsonNode result;
        try {
            result = ProtocolCodec.readTree(message.path("content").asText());
        } catch (UndecodableException noJson) {
            return;
        }
        var structured = result.path("structured_content");
        if (structured.path("value").isTextual()) {
            outputs.put(
                    call.substring(0, call.lastIndexOf('.')),
                    new StepOutput(
                            structured.path("value").textValue(),
                            structured.path("high").booleanValue()));
        }
    }
}
