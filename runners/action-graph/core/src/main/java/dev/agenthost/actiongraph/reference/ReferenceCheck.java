package dev.agenthost.actiongraph.reference;

import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks existence and authority of references before anything runs. */
public final class ReferenceCheck {
    private final ReferenceScope scope;
    private final Set<String> actions;
    private final ViolationCollector violations;

    /** @param actions ids of the actions of the same graph; empty outside a graph */
    public ReferenceCheck(ReferenceScope scope, Set<String> actions, ViolationCollector violations) {
        this.scope = scope;
        this.actions = Set.copyOf(actions);
        this.violations = violations;
    }

    /** Adds an error if the reference leads nowhere, or to what the conversation may not read. Loop references are the caller's. */
    public void check(LocatedReference located) {
        String path = located.path();
        switch (located.reference()) {
            case Reference.Section section ->
                require(
                        scope.sections().contains(section.sectionId()),
                        path,
                        "needs exactly one Markdown section \"## " + section.sectionId() + "\" in the same output");
            case Reference.ActionResult result ->
                require(
                        actions.contains(result.actionId()),
                        path,
                        actions.isEmpty()
                                ? "action: is for actions of the same graph; use runtime://<run_id>/actions/<id>/output"
                                : "there is no action " + result.actionId() + " in this graph");
            case Reference.RequestInput input ->
                require(
                        isInput(input),
                        path,
                        "there is no input " + input.name() + input.path() + "; " + known("inputs", scope.inputs()));
            case Reference.NamedArtifact artifact ->
                require(
                        scope.artifacts().contains(artifact.name()) || actions.contains(artifact.name()),
                        path,
                        "there is no artifact " + artifact.name()
                                + " of this run, and no action of that id in this graph");
            case Reference.StoredArtifact artifact ->
                permit(
                        scope.storedArtifacts().contains(artifact.id()),
                        path,
                        "the artifact " + artifact.id()
                                + " is not one that this request has stored; those of earlier requests cannot be read");
            case Reference.RuntimeRecord record -> {
                checkRun(record.runId(), path);
                checkAction(record.runId(), record.actionId(), path);
            }
            case Reference.LoopItem item -> {}
            case Reference.LoopIndex index -> {}
        }
    }

    /** Adds an error if the conversation may not read that run or decide about it. */
    public void checkRun(String runId, String path) {
        permit(
                scope.runs().contains(runId),
                path,
                "the graph " + runId
                        + " is not of this request; a declaration reads and changes only graphs that an observation of this request names");
    }

    /** Adds an error if a run is known and has no such action. @param actionId null for the whole run */
    public void checkAction(String runId, @Nullable String actionId, String path) {
        Set<String> known = scope.runActions().get(runId);
        require(
                known == null || actionId == null || known.contains(actionId),
                path,
                "there is no action " + actionId + " in " + runId + "; "
                        + known("actions", known == null ? Set.of() : known));
    }

    /** Returns true for an input, a part of one, or the object that has it. */
    private boolean isInput(Reference.RequestInput input) {
        String name = input.name() + input.path();
        return scope.inputs().stream()
                .anyMatch(known -> known.equals(name)
                        || known.startsWith(name + ".")
                        || name.startsWith(known + ".")
                        || name.startsWith(known + "["));
    }

    private void require(boolean exists, String path, String message) {
        if (!exists) {
            violations.error(path, Rule.REFERENCE_UNKNOWN, message);
        }
    }

    private void permit(boolean permitted, String path, String message) {
        if (!permitted) {
            violations.error(path, Rule.REFERENCE_AUTHORITY, message);
        }
    }

    private static String known(String noun, Set<String> names) {
        return names.isEmpty()
                ? "there are no " + noun
                : "the " + noun + " are "
                        + String.join(", ", names.stream().sorted().toList());
    }
}
