package dev.agenthost.actiongraph.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/** Values by the text of their reference, without its path. */
record FixedValues(Map<String, JsonNode> values) implements ReferenceValues {
    @Override
    public Optional<String> section(String sectionId) {
        return value("md:" + sectionId).map(JsonNode::asText);
    }

    @Override
    public Optional<JsonNode> actionResult(String actionId, ResultPart part) {
        return value("action:" + actionId + "." + part.wire());
    }

    @Override
    public Optional<JsonNode> input(String name) {
        return value("input:" + name);
    }

    @Override
    public Optional<JsonNode> artifact(String name) {
        return value("artifact:" + name);
    }

    @Override
    public Optional<JsonNode> storedArtifact(String id) {
        return value("artifact://" + id);
    }

    @Override
    public Optional<JsonNode> runtimeRecord(Reference.RuntimeRecord record) {
        return value(record.toString());
    }

    @Override
    public Optional<JsonNode> loopItem() {
        return value("loop:item");
    }

    @Override
    public Optional<Integer> loopIndex() {
        return value("loop:index").map(JsonNode::asInt);
    }

    private Optional<JsonNode> value(String reference) {
        return Optional.ofNullable(values.get(reference));
    }
}
