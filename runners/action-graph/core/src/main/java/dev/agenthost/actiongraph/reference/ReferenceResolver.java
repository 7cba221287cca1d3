package dev.agenthost.actiongraph.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Replaces references by their values at the moment of execution, so that a chain of actions needs no model between them. */
public final class ReferenceResolver {
    private final ReferenceValues values;

    public ReferenceResolver(ReferenceValues values) {
        this.values = values;
    }

    /** The value of a reference; empty if it leads nowhere. */
    public Optional<JsonNode> find(Reference reference) {
        return switch (reference) {
            case Reference.Section section ->
                values.section(section.sectionId()).map(JsonNodeFactory.instance::textNode);
            case Reference.ActionResult result ->
                part(values.actionResult(result.actionId(), result.part()), result.path());
            case Reference.RequestInput input -> part(values.input(input.name()), input.path());
            case Reference.NamedArtifact artifact -> values.artifact(artifact.name());
            case Reference.StoredArtifact artifact -> values.storedArtifact(artifact.id());
            case Reference.RuntimeRecord record -> values.runtimeRecord(record);
            case Reference.LoopItem item -> part(values.loopItem(), item.path());
            case Reference.LoopIndex index -> values.loopIndex().map(JsonNodeFactory.instance::numberNode);
        };
    }

    /** The beginning of an output that the runtime does not have as a whole, for a reader of texts; empty for any other reference. */
    public Optional<String> beginning(Reference reference) {
        return values.beginning(reference);
    }

    /** Resolves one reference. */
    public ResolvedInput resolve(Reference reference) {
        return find(reference).<ResolvedInput>map(ResolvedInput.Resolved::new).orElseGet(() -> unresolved(reference));
    }

    /** Resolves all references of an input; a value that looks like a reference is not resolved again. */
    public ResolvedInput resolve(JsonNode input) {
        List<Reference> missing = new ArrayList<>();
        JsonNode replaced = InputReferences.replace(input, reference -> {
            Optional<JsonNode> value = find(reference);
            if (value.isEmpty()) {
                missing.add(reference);
            }
            return value.orElse(null);
        });
        return replaced == null ? unresolved(missing.getFirst()) : new ResolvedInput.Resolved(replaced);
    }

    private ResolvedInput.Unresolved unresolved(Reference reference) {
        if (values.beginning(reference).isPresent()) {
            return new ResolvedInput.Unresolved(reference, "only the beginning of that output is known");
        }
        String available =
                switch (reference) {
                    case Reference.ActionResult result ->
                        available(values.actionResult(result.actionId(), result.part()), result.path());
                    case Reference.RequestInput input -> available(values.input(input.name()), input.path());
                    case Reference.LoopItem item -> available(values.loopItem(), item.path());
                    case Reference.Section section -> "";
                    case Reference.NamedArtifact artifact -> "";
                    case Reference.StoredArtifact artifact -> "";
                    case Reference.RuntimeRecord record -> "";
                    case Reference.LoopIndex index -> "";
                };
        return new ResolvedInput.Unresolved(reference, available);
    }

    private static String available(Optional<JsonNode> whole, ValuePath path) {
        return whole.map(path::available).orElse("");
    }

    private static Optional<JsonNode> part(Optional<JsonNode> whole, ValuePath path) {
        return whole.map(path::of);
    }
}
