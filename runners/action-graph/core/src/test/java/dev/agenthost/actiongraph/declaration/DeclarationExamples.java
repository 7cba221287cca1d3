package dev.agenthost.actiongraph.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The examples of declarations in {@code src/test/resources/declaration}. */
public final class DeclarationExamples {
    /** The scope in which the valid examples are valid. */
    public static final ReferenceScope SCOPE = new ReferenceScope(
            Set.of("shared.context", "review.prompt", "inspect_code.prompt", "review_toolbar.prompt"),
            Set.of("user"),
            Set.of("report"),
            Set.of("call_7"),
            Set.of("run_1", "run_123"));

    private static final List<String> VALID = List.of(
            "full.json",
            "minimal.json",
            "other-payloads.json",
            "nulls.json",
            "specification/toolbar-review.json",
            "specification/visible-note.json",
            "specification/durable.json",
            "specification/expansion.json");

    private DeclarationExamples() {}

    /**
     * A change of {@code full.json} that makes it invalid.
     *
     * @param errors path and rule of each error
     * @param isValidBySchema true if only the reader finds the errors
     */
    public record Case(String name, ObjectNode declaration, List<String> errors, boolean isValidBySchema) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** All valid documents; a file with an array has several. */
    public static Stream<JsonNode> valid() {
        return VALID.stream()
                .map(DeclarationExamples::read)
                .flatMap(document ->
                        document.isArray() ? StreamSupport.stream(document.spliterator(), false) : Stream.of(document));
    }

    public static Stream<Case> invalid() {
        return StreamSupport.stream(read("cases.json").spliterator(), false).map(DeclarationExamples::invalid);
    }

    public static JsonNode read(String file) {
        try (InputStream stream = DeclarationExamples.class.getResourceAsStream("/declaration/" + file)) {
            return ProtocolCodec.readTree(Objects.requireNonNull(stream, file).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(file, e);
        }
    }

    private static Case invalid(JsonNode description) {
        ObjectNode declaration = (ObjectNode) read("full.json");
        description.path("set").properties().forEach(change -> set(declaration, change.getKey(), change.getValue()));
        if (description.has("remove")) {
            String pointer = description.get("remove").textValue();
            ((ObjectNode) parent(declaration, pointer)).remove(last(pointer));
        }
        List<String> errors = new ArrayList<>();
        description.get("errors").forEach(error -> errors.add(error.textValue()));
        boolean isValidBySchema = description.path("schema").asText().equals("valid");
        return new Case(description.get("name").textValue(), declaration, errors, isValidBySchema);
    }

    private static void set(JsonNode root, String pointer, JsonNode value) {
        switch (parent(root, pointer)) {
            case ObjectNode object -> object.set(last(pointer), value);
            case ArrayNode array -> array.set(Integer.parseInt(last(pointer)), value);
            default -> throw new IllegalArgumentException(pointer);
        }
    }

    private static JsonNode parent(JsonNode root, String pointer) {
        return root.at(pointer.substring(0, pointer.lastIndexOf('/')));
    }

    private static String last(String pointer) {
        return pointer.substring(pointer.lastIndexOf('/') + 1);
    }
}
