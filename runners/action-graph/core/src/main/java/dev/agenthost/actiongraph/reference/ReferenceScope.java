package dev.agenthost.actiongraph.reference;

import java.util.Map;
import java.util.Set;

/**
 * The values that a declaration may refer to, besides the actions of its own graph. Everything that is not named here is refused before
 * anything runs.
 *
 * @param sections normalised ids of the Markdown sections of the same model output
 * @param inputs request inputs, such as {@code user.goal}
 * @param artifacts names of artifacts that the current run has produced
 * @param storedArtifacts ids of stored artifacts that the conversation may read, without {@code artifact://}
 * @param runs ids of the graph runs that the conversation may read and decide about
 * @param runActions ids of the actions of each run
 */
public record ReferenceScope(
        Set<String> sections,
        Set<String> inputs,
        Set<String> artifacts,
        Set<String> storedArtifacts,
        Set<String> runs,
        Map<String, Set<String>> runActions) {
    /** Nothing but the actions of the graph. */
    public static final ReferenceScope EMPTY = new ReferenceScope(Set.of(), Set.of(), Set.of(), Set.of(), Set.of());

    public ReferenceScope {
        sections = Set.copyOf(sections);
        inputs = Set.copyOf(inputs);
        artifacts = Set.copyOf(artifacts);
        storedArtifacts = Set.copyOf(storedArtifacts);
        runs = Set.copyOf(runs);
        runActions = Map.copyOf(runActions);
    }

    /** A scope in which no declaration adds to the actions of a run. */
    public ReferenceScope(
            Set<String> sections,
            Set<String> inputs,
            Set<String> artifacts,
            Set<String> storedArtifacts,
            Set<String> runs) {
        this(sections, inputs, artifacts, storedArtifacts, runs, Map.of());
    }

    /** The same scope with the sections of a model output. */
    public ReferenceScope withSections(Set<String> ids) {
        return new ReferenceScope(ids, inputs, artifacts, storedArtifacts, runs, runActions);
    }
}
