package dev.agenthost.walk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The numbered steps at which a process may die, as in {@code docs/reference/fail-points.md}. {@link ArtifactDurability} has one more. */
final class FailPoints {

    static final List<String> ALL = List.of(
            "gateway.10-accepted",
            "gateway.20-published",
            "binding.10-read",
            "binding.20-stored",
            "binding.30-published",
            "binding.40-marked",
            "orchestrator.10-read",
            "orchestrator.20-admitted",
            "orchestrator.30-claimed",
            "orchestrator.40-started",
            "orchestrator.45-audited",
            "orchestrator.50-sent",
            "orchestrator.60-applied",
            "orchestrator.70-published",
            "orchestrator.80-stored",
            "orchestrator.90-terminal-published",
            "orchestrator.95-marked",
            "context.10-read",
            "context.20-planned",
            "context.30-committed",
            "context.40-state-set",
            "delivery.10-read",
            "delivery.20-stored",
            "delivery.30-committed",
            "delivery.40-claimed",
            "delivery.50-sent",
            "delivery.60-recorded",
            "delivery.70-receipt-published");

    /** Reached only with the result of a run, so that no death may end the run before. */
    private static final String STATE_SET = "context.40-state-set";

    private FailPoints() {}

    /** Returns lists of all steps; each has at most one step of each service. */
    static List<List<String>> oneOfEachService() {
        List<List<String>> lists = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String step : ALL) {
            if (step.equals(STATE_SET)) {
                continue;
            }
            int index = seen.merge(step.substring(0, step.indexOf('.')), 1, Integer::sum) - 1;
            if (index == lists.size()) {
                lists.add(new ArrayList<>());
            }
            lists.get(index).add(step);
        }
        lists.getLast().add(STATE_SET);
        return lists;
    }
}
