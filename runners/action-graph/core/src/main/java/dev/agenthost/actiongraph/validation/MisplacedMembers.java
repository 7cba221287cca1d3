package dev.agenthost.actiongraph.validation;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The members that decide what is executed, and the objects of a full declaration that have them. One that stands elsewhere is an error:
 * without it, an action would run that the model has restricted.
 */
final class MisplacedMembers {
    private static final String ACTION = "an action of a full declaration (`\"type\": \"agent.protocol\"`)";
    private static final String ENVELOPE =
            "the outermost object of a full declaration (`\"type\": \"agent.protocol\"`)";

    private static final Map<String, String> PLACES = Map.ofEntries(
            Map.entry("condition", ACTION),
            Map.entry("loop", ACTION),
            Map.entry("depends_on", ACTION),
            Map.entry("executor", ACTION),
            Map.entry("prompt_ref", ACTION),
            Map.entry("context_refs", ACTION),
            Map.entry("resources", ACTION),
            Map.entry("failure_policy", ACTION),
            Map.entry("result_policy", ACTION),
            Map.entry("idempotency", ACTION),
            Map.entry("side_effects", ACTION),
            Map.entry("data_visibility", ACTION),
            Map.entry("result_granularity", ACTION),
            Map.entry("permission_policy", "the outermost object or an action of a full declaration"),
            Map.entry("requires_approval", "`permission_policy`"),
            Map.entry("approval_for", "`permission_policy`"),
            Map.entry("for_each", "`loop`"),
            Map.entry("until", "`loop`"),
            Map.entry("max_iterations", "`loop`"),
            Map.entry("on_failure", "`failure_policy`"),
            Map.entry("max_attempts", "`failure_policy.retry`"),
            Map.entry("persist", "the outermost object or an action of a full declaration"),
            Map.entry("budget_policy", ENVELOPE),
            Map.entry("max_seconds", "`budget_policy`"),
            Map.entry("max_cost", "`budget_policy`"),
            Map.entry("max_calls", "`budget_policy`"),
            Map.entry("max_retries", "`budget_policy`"),
            Map.entry("cancellation_policy", ENVELOPE),
            Map.entry("conflict_resolution", ENVELOPE),
            Map.entry("partial_results", ENVELOPE),
            Map.entry("execution", ENVELOPE),
            Map.entry("response_policy", ENVELOPE));

    private MisplacedMembers() {}

    static Set<String> names() {
        return PLACES.keySet();
    }

    /** Returns the place of a member, after "it is a member of"; empty for one that decides nothing, or that the protocol does not have. */
    static Optional<String> place(String member) {
        return Optional.ofNullable(PLACES.get(member));
    }
}
