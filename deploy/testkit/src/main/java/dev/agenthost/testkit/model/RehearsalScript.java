package dev.agenthost.testkit.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The outputs of a model whose graph has ten actions: parallel branches, a failure, an agent, an approval, and a long result of which the
 * model then expands a part. Tools are those of a server {@code ledger}. Of an action whose outcome is unknown the script says
 * {@code skip}, so that nothing is executed twice on its word.
 */
final class RehearsalScript {
    /** The beginning of its requests. */
    static final String REQUEST = "rehearse: ";

    private static final Pattern WORDS = Pattern.compile(REQUEST + "([A-Za-z0-9-]+)");
    private static final Pattern RUN_ID = Pattern.compile("run_id: `?([A-Za-z0-9_]+)`?");
    private static final Pattern RESULT = Pattern.compile("### Result for (\\S+)\n\nStatus: (\\S+)");
    private static final Pattern BLOCKED = Pattern.compile("### Result for (\\S+)\n\nStatus: blocked");
    private static final Pattern LINE = Pattern.compile("verse 40: [a-z]+");
    private static final String OBSERVATION = "## Assistant protocol request and runtime observations";

    private static final String DECLARATION = """
            ```agent-protocol
            {"type": "agent.protocol", "version": "1", "intent": "execute", "title": "Rehearse", "persist": true,
             "payload": {"type": "action_graph", "actions": [
              {"type": "action", "id": "read", "executor": {"type": "runtime", "target": "merge"}, "input": {"words": "input:user.goal"}},
              {"type": "action", "id": "left", "executor": {"type": "tool", "target": "ledger__note"},
               "args": {"mark": "input:user.goal", "step": "left"}},
              {"type": "action", "id": "right", "executor": {"type": "tool", "target": "ledger__note"},
               "args": {"mark": "input:user.goal", "step": "right"}},
              {"type": "action", "id": "pause", "executor": {"type": "runtime", "target": "wait"}, "input": {"seconds": 0.2}},
              {"type": "action", "id": "breaks", "executor": {"type": "tool", "target": "ledger__refuse"},
               "args": {"mark": "input:user.goal", "step": "breaks"}, "failure_policy": {"on_failure": "continue"}},
              {"type": "action", "id": "ask_clerk", "description": "Repeat the words.",
               "executor": {"type": "agent", "target": "rehearsal-clerk"}, "input": "action:read.output"},
              {"type": "action", "id": "recite", "executor": {"type": "tool", "target": "ledger__recite"},
               "args": {"mark": "input:user.goal", "step": "recite"}, "result_policy": {"return_to_model": "none"}},
              {"type": "action", "id": "join", "executor": {"type": "tool", "target": "ledger__note"},
               "args": {"mark": "input:user.goal", "step": "join", "of": ["action:left.output", "action:right.output", "action:pause.output"]}},
              {"type": "action", "id": "after_failure", "executor": {"type": "runtime", "target": "merge"},
               "condition": "action:breaks.status == 'failed'", "input": {"words": "input:user.goal"}},
              {"type": "action", "id": "send", "title": "Send the words", "executor": {"type": "tool", "target": "ledger__note"},
               "args": {"mark": "input:user.goal", "step": "send", "of": ["action:join.output", "action:ask_clerk.output"]},
               "permission_policy": {"requires_approval": true}}]}}
            ```

            ## user.visible

            I rehearse, and ask you before I send.
            """;

    private RehearsalScript() {}

    /** Returns true if the conversation is a rehearsal. */
    static boolean isAskedBy(String transcript) {
        return WORDS.matcher(transcript).find();
    }

    static String answer(String transcript) {
        int last = transcript.lastIndexOf(OBSERVATION);
        if (last < 0) {
            return DECLARATION;
        }
        String observation = transcript.substring(last);
        List<String> results = results(observation);
        Matcher runId = RUN_ID.matcher(observation);
        if (results.contains("expand_1 (completed)") || results.contains("expand_1 (failed)") || !runId.find()) {
            Matcher line = LINE.matcher(observation);
            return words(transcript) + " is over: " + statuses(transcript) + ". "
                    + (line.find() ? "It has " + line.group() + "." : "Nothing was recited.");
        }
        String run = runId.group(1);
        Matcher blocked = BLOCKED.matcher(observation);
        if (blocked.find()) {
            return declared("\"intent\": \"decide\", \"payload\": {\"run_id\": \"" + run + "\", \"action_id\": \""
                    + blocked.group(1) + "\", \"decision\": \"skip\"}");
        }
        return declared("\"intent\": \"expand_ref\", \"payload\": {\"refs\": [{\"ref\": \"runtime://" + run
                + "/actions/recite/output\", \"reason\": \"One verse\", \"range\": {\"around_matches\": true,"
                + " \"match\": \"verse 40\", \"context_lines\": 0}}]}");
    }

    private static String declared(String members) {
        return "```agent-protocol\n{\"type\": \"agent.protocol\", \"version\": \"1\", " + members + "}\n```\n";
    }

    /** The results of the last observation of the graph itself. */
    private static String statuses(String transcript) {
        List<String> all = results(transcript);
        List<String> graph =
                all.stream().filter(result -> !result.startsWith("expand_")).toList();
        return String.join(", ", graph.subList(Math.max(0, graph.size() - 10), graph.size()));
    }

    private static List<String> results(String text) {
        List<String> results = new ArrayList<>();
        Matcher result = RESULT.matcher(text);
        while (result.find()) {
            results.add(result.group(1) + " (" + result.group(2) + ")");
        }
        return results;
    }

    private static String words(String transcript) {
        Matcher words = WORDS.matcher(transcript);
        String found = "";
        while (words.find()) {
            found = words.group(1);
        }
        return found;
    }
}
