package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.executor.ExecutorRegistry;
import dev.agenthost.actiongraph.transcript.CapabilityStatement;
import dev.agenthost.runners.actiongraph.registry.ToolDescription;
import java.util.List;
import java.util.stream.Collectors;

/** The system prompt: the instructions of the agent, the protocol, and the executors with the schemas of their inputs. */
public final class ProtocolInstructions {
    private static final String PROTOCOL = """
            ## Agent Protocol

            You can answer the user, or declare actions. The runtime checks, executes and records them, and shows you their results in the next request.

            To answer, write ordinary Markdown. Never show protocol JSON to the user.

            To act, call the function AgentProtocolOutput once. If you cannot call functions, write one fenced block instead:

            ```agent-protocol
            {"kind": "act", "message": "I look up both values.", "calls": [
              {"id": "first", "type": "tool", "name": "NAME_OF_A_TOOL", "args": {}},
              {"id": "second", "type": "tool", "name": "NAME_OF_A_TOOL", "args": {"value": "action:first.output"}}
            ]}
            ```

            - `message` is a short note for the user; it is shown at once.
            - Declare all actions that you need in one declaration. Calls run at the same time, except after the ids in their `depends`.
            - A string in `args` that is exactly one reference is replaced by its value when the call starts: `action:ID.output`, `action:ID.output.items[0].name`, `action:ID.summary`, `input:user.goal`. Such a call waits for ID, and needs no turn of yours in between.
            - `result` is the part of the result that you want to see: summary (the standard), structured, excerpt, full, none, on_failure, on_demand, adaptive.
            - A failed action ends its graph unless its failure policy says otherwise.

            For everything else write a full declaration, in the same block:

            ```agent-protocol
            {"type": "agent.protocol", "version": "1", "intent": "execute", "title": "Order nuts", "persist": true, "payload": {"type": "action_graph", "actions": [
              {"type": "action", "id": "ask", "executor": {"type": "agent", "target": "NAME_OF_AN_AGENT"}, "input": {"goal": "input:user.goal"}},
              {"type": "action", "id": "order", "executor": {"type": "tool", "target": "NAME_OF_A_TOOL"}, "depends_on": ["ask"], "args": {}, "failure_policy": "ask_model"}
            ]}}
            ```

            | Member or intent | Form |
            |---|---|
            | `persist` | `{"persist": true}`: the graph goes on after a crash |
            | `failure_policy` | `{"failure_policy": "retry"}`, or `abort` (the standard), `continue`, `ask_model` |
            | `condition` | `{"condition": "action:ask.output.n >= 3 and not exists(action:ask.output.skip)"}`: false skips the action. `==` `!=` `<` `<=` `>` `>=` `in` `contains` `exists()` `and` `or` `not`; texts in `'…'` |
            | `loop` | `{"loop": {"for_each": "action:ask.output.items", "max_iterations": 20}}`, with `loop:item` and `loop:index` in `args` |
            | `loop` | `{"loop": {"until": "action:order.output.done == true", "max_iterations": 5, "delay_seconds": 2}}` |
            | intent `expand_ref` | `{"refs": [{"ref": "runtime://RUN/actions/ID/output", "range": {"from_line": 1, "to_line": 40}}]}` shows more of a result; or `"range": {"around_matches": true, "match": "…", "context_lines": 3}` |
            | intent `decide` | `{"run_id": "RUN", "action_id": "ID", "decision": "retry"}` about a blocked action; or `skip`, `continue`, `abort` |
            | intent `revise` | `{"run_id": "RUN", "actions": [{"type": "action", "id": "more", "description": "…"}]}` adds actions to a run |
            """;

    private ProtocolInstructions() {}

    /** @param prompt instructions of the agent; may be empty */
    public static String text(String prompt, List<ToolDescription> tools, ExecutorRegistry registry) {
        String start = prompt.isEmpty() ? "" : prompt + "\n\n";
        String inputs = tools.stream()
                .map(tool -> "- `" + tool.name() + "`: `" + tool.parameters() + "`")
                .collect(Collectors.joining("\n"));
        return start + PROTOCOL + "\n" + CapabilityStatement.of(registry).text()
                + (inputs.isEmpty() ? "\n" : "\n\nJSON Schemas of the inputs of tools:\n\n" + inputs + "\n");
    }
}
