package dev.agenthost.testkit.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The answers of the scripted model to a request of the Agent Protocol: a declaration of three actions, which need no tool, and then an
 * answer that names their results.
 */
final class PlannerScript {
    private static final String PROTOCOL = "## Agent Protocol";
    private static final Pattern REQUEST = Pattern.compile("## User request\n\n(.*?)\n</turn>", Pattern.DOTALL);
    private static final Pattern RESULT = Pattern.compile("### Result for (\\S+)\n\nStatus: (\\S+)");
    private static final String DECLARATION = """
            ```agent-protocol
            {"type": "agent.protocol", "version": "1", "intent": "execute", "title": "Read, pause, merge",
             "payload": {"type": "action_graph", "actions": [
              {"type": "action", "id": "read_request", "title": "Read the request",
               "executor": {"type": "runtime", "target": "merge"}, "input": {"words": "input:user.goal"}},
              {"type": "action", "id": "pause", "title": "Pause a moment",
               "executor": {"type": "runtime", "target": "wait"}, "input": {"seconds": 0.2}},
              {"type": "action", "id": "merge_results", "title": "Merge both results",
               "executor": {"type": "runtime", "target": "merge"},
               "input": {"words": "action:read_request.output.words", "waited": "action:pause.output.waited_seconds"},
               "result_policy": {"return_to_model": "full"}}]}}
            ```

            ## user.visible

            I run two actions at the same time, and then one that needs both.
            """;

    /** The beginning of a request whose graph asks the agent {@code clerk}, if there is one, and then a person. */
    private static final String APPROVAL = "approve: ";

    private static final String APPROVED = """
            ```agent-protocol
            {"type": "agent.protocol", "version": "1", "intent": "execute", "title": "Ask, approve, send", "persist": true,
             "payload": {"type": "action_graph", "actions": [
              {"type": "action", "id": "read_request", "title": "Read the request",
               "executor": {"type": "runtime", "target": "merge"}, "input": {"words": "input:user.goal"}},
              {"type": "action", "id": "ask_clerk", "description": "Repeat the words.",
               "executor": {"type": "agent", "target": "clerk"}, "input": "action:read_request.output"},
              {"type": "action", "id": "send", "title": "Send the words",
               "executor": {"type": "runtime", "target": "merge"}, "input": {"words": "action:ask_clerk.output"},
               "permission_policy": {"requires_approval": true},
               "result_policy": {"return_to_model": "full"}}]}}
            ```

            ## user.visible

            I ask the clerk, and then you.
            """;

    private static final String APPROVED_ALONE = """
            ```agent-protocol
            {"type": "agent.protocol", "version": "1", "intent": "execute", "title": "Approve, send", "persist": true,
             "payload": {"type": "action_graph", "actions": [
              {"type": "action", "id": "read_request", "title": "Read the request",
               "executor": {"type": "runtime", "target": "merge"}, "input": {"words": "input:user.goal"}},
              {"type": "action", "id": "send", "title": "Send the words",
               "executor": {"type": "runtime", "target": "merge"}, "input": {"words": "action:read_request.output.words"},
               "permission_policy": {"requires_approval": true},
               "result_policy": {"return_to_model": "full"}}]}}
            ```

            ## user.visible

            I ask you before I send it.
            """;

    private PlannerScript() {}

    /** Returns true if a system prompt asks for the protocol. */
    static boolean isAskedBy(String systemPrompt) {
        return systemPrompt.contains(PROTOCOL);
    }

    /**
     * @param systemPrompt with the executors that the planner has
     * @param transcript the last user message
     */
    static String answer(String systemPrompt, String transcript) {
        if (RehearsalScript.isAskedBy(transcript)) {
            return RehearsalScript.answer(transcript);
        }
        Matcher request = REQUEST.matcher(transcript);
        int end = 0;
        String words = "";
        while (request.find()) {
            end = request.end();
            words = request.group(1);
        }
        List<String> results = new ArrayList<>();
        Matcher result = RESULT.matcher(transcript).region(end, transcript.length());
        while (result.find()) {
            results.add(result.group(1) + " (" + result.group(2) + ")");
        }
        return results.isEmpty()
                ? words.startsWith(APPROVAL) ? approved(systemPrompt) : DECLARATION
                : "You said: " + Script.quoted(words) + ". The runtime executed " + results.size() + " actions: "
                        + String.join(", ", results) + ".";
    }

    private static String approved(String systemPrompt) {
        return systemPrompt.contains("\"clerk\"") ? APPROVED : APPROVED_ALONE;
    }
}
