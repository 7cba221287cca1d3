package dev.agenthost.actiongraph.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * The values that references lead to at one moment. An implementation is an immutable view: equal questions have equal answers. A value that
 * does not exist is empty; authority has been checked before ({@link ReferenceCheck}).
 */
public interface ReferenceValues {
    /** The text of a Markdown section, by its normalised id. */
    Optional<String> section(String sectionId);

    /** A part of the result of an action of the same graph. */
    Optional<JsonNode> actionResult(String actionId, ResultPart part);

    /** A value of the request, by its name. */
    Optional<JsonNode> input(String name);

    /** The content of a named artifact of the current run. */
    Optional<JsonNode> artifact(String name);

    /** The content of a stored artifact, by its id without {@code artifact://}. */
    Optional<JsonNode> storedArtifact(String id);

    /** A record of the runtime. */
    Optional<JsonNode> runtimeRecord(Reference.RuntimeRecord record);

    /**
     * The beginning of an output that the runtime does not have as a whole, with a line that says so. Such an output has no value, and what it
     * contains is not known. Empty for any other reference.
     */
    default Optional<String> beginning(Reference reference) {
        return Optional.empty();
    }

    /** The element of the current iteration. */
    Optional<JsonNode> loopItem();

    /** The number of the current iteration, from 0. */
    Optional<Integer> loopIndex();
}
