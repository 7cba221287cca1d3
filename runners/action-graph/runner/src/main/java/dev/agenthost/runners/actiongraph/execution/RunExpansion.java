package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ResultStatus;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A whole graph for the model that declared it: each action as it was declared, its status, and its output where the model may read it. */
final class RunExpansion {
    /** Most bytes of an output that is shown; a larger one is expanded by its reference, so that every action has its place. */
    private static final int MAX_OUTPUT = 4 * 1024;

    private RunExpansion() {}

    /**
     * Returns an object with a member for each action. References in an input are not resolved, so that no hidden value is shown.
     *
     * @param isReadable true if the model may read the output of an action
     */
    static JsonNode of(GraphRun run, Predicate<Action> isReadable) {
        ObjectNode actions = JsonNodeFactory.instance.objectNode();
        for (Action action : run.graph().actions()) {
            ObjectNode shown = declared(run, action);
            ActionResult result = run.result(action.id());
            shown.put("status", ResultStatus.of(result.status()).wire());
            if (!isReadable.test(action)) {
                shown.put("output_hidden", true);
            } else if (result.output().bytes() > MAX_OUTPUT) {
                shown.put("output_ref", "runtime://runs/" + run.runId() + "/actions/" + action.id() + "/output")
                        .put("output_bytes", result.output().bytes());
            } else {
                shown.set("output", result.output().value());
            }
            actions.set(action.id(), shown);
        }
        return actions;
    }

    private static ObjectNode declared(GraphRun run, Action action) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        put(shown, "title", action.description().title());
        put(shown, "description", action.description().text());
        put(shown, "reason", action.description().reason());
        put(shown, "operation", action.description().operation());
        put(shown, "executor", run.choice(action.id()).executor());
        action.dependsOn().forEach(shown.withArray("depends_on")::add);
        put(shown, "condition", action.condition());
        switch (action.loop()) {
            case Loop.ForEach each -> shown.put("for_each", each.list().toString());
            case Loop.Until until -> shown.put("until", until.condition().toString());
            case null -> {}
        }
        if (action.input().value() != null) {
            shown.set("input", action.input().value());
        }
        action.input().context().stream().map(Reference::toString).forEach(shown.withArray("context_refs")::add);
        Optional.ofNullable(action.input().prompt())
                .flatMap(run.resolver(action.id(), 0)::find)
                .ifPresent(prompt -> shown.set("prompt", prompt));
        shown.properties()
                .removeIf(member ->
                        member.getValue().isArray() && member.getValue().isEmpty());
        return shown;
    }

    private static void put(ObjectNode shown, String name, @Nullable Object value) {
        if (value != null) {
            shown.put(name, value.toString());
        }
    }
}
