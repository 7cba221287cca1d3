package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.validation.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A graph as the model has declared it.
 *
 * @param source the outputs of the model and the request, for a journal
 * @param declared the declaration
 * @param graph its actions, and those of its revisions
 * @param sectionsOf the Markdown sections of the output that declared an action, by action
 * @param warnings the ignored parts of the declaration and of its revisions
 * @param text the declaration and its revisions for later requests; null if the calls say it all
 */
public record DeclaredGraph(
        GraphSource source,
        Declared declared,
        ActionGraph graph,
        Map<String, Map<String, String>> sectionsOf,
        List<Violation> warnings,
        @Nullable String text) {
    public DeclaredGraph {
        sectionsOf = Map.copyOf(sectionsOf);
        warnings = List.copyOf(warnings);
    }

    /** A graph without revisions. */
    public static DeclaredGraph of(GraphSource source, Declared declared, ActionGraph graph) {
        return new DeclaredGraph(
                source,
                declared,
                graph,
                withSections(Map.of(), graph, declared),
                declared.warnings(),
                declared.written());
    }

    /**
     * The graph with the actions of a revision.
     *
     * @param all all actions
     * @param output the output that declares the revision
     */
    DeclaredGraph revised(ActionGraph all, Declared revision, AssistantMessage output) {
        List<Violation> ignored = new ArrayList<>(warnings);
        ignored.addAll(revision.warnings());
        String before = text == null ? declared.text() : text;
        return new DeclaredGraph(
                source.revisedBy(output),
                declared,
                all,
                withSections(sectionsOf, all, revision),
                ignored,
                before.strip() + "\n\n" + revision.text());
    }

    public Envelope envelope() {
        return declared.declaration().envelope();
    }

    /** The sections that the references of an action lead to. */
    Map<String, String> sections(String actionId) {
        return sectionsOf.getOrDefault(actionId, Map.of());
    }

    private static Map<String, Map<String, String>> withSections(
            Map<String, Map<String, String>> known, ActionGraph graph, Declared declared) {
        Map<String, Map<String, String>> sections = new HashMap<>(known);
        graph.actions().stream().map(Action::id).forEach(id -> sections.putIfAbsent(id, declared.sections()));
        return sections;
    }
}
