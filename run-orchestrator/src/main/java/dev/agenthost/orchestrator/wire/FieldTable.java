package dev.agenthost.orchestrator.wire;

import static dev.agenthost.orchestrator.wire.SdkGeneration.LATER;
import static dev.agenthost.orchestrator.wire.SdkGeneration.RUNNER_SDK;
import static dev.agenthost.orchestrator.wire.SdkGeneration.SPECIFICATION;
import static dev.agenthost.orchestrator.wire.SdkGeneration.V0_4;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The fields that the generations name or shape differently (ADR 56). The host has one form of each context and response; a row changes
 * it for the generations that refuse it. Other fields are sent unchanged.
 */
final class FieldTable {
    /**
     * @param action the action of the context's request, or of the answered call
     * @param path the path of the changed objects below {@code data}; {@code []} selects each element of a list
     */
    private record Row(Set<SdkGeneration> generations, String action, String path, Consumer<ObjectNode> change) {}

    private static final Set<SdkGeneration> ALL = Set.of(RUNNER_SDK, SPECIFICATION, V0_4, LATER);

    private static final List<Row> ROWS = List.of(
            row(Set.of(LATER), "run_agent", "context.input", Change.CLOSED_ATTACHMENTS),
            row(Set.of(V0_4), "run_agent", "context.input", Change.empty("attachments")),
            row(Set.of(SPECIFICATION, V0_4), "run_agent", "context.input", Change.remove("interaction")),
            row(Set.of(LATER), "steering_pull", "items[].input", Change.CLOSED_ATTACHMENTS),
            row(Set.of(SPECIFICATION, V0_4), "steering_pull", "items[].input", Change.remove("interaction")),
            row(Set.of(V0_4), "steering_pull", "items[].input", Change.empty("attachments")),
            row(
                    Set.of(SPECIFICATION, V0_4),
                    "run_agent",
                    "context.resources.models[]",
                    Change.retain("operations", Set.of("invoke", "stream", "rerank"))),
            row(Set.of(V0_4), "run_agent", "context.resources", Change.remove("files")),
            row(Set.of(SPECIFICATION), "run_agent", "context.resources.files[]", Change.FILE_ID),
            row(Set.of(V0_4), "history_page", "items[]", Change.rename("artifact_refs", "attachment_refs")),
            row(Set.of(V0_4), "history_search", "items[]", Change.rename("artifact_refs", "attachment_refs")),
            row(Set.of(LATER), "history_page", "items[]", Change.copy("artifact_refs", "attachment_refs")),
            row(Set.of(LATER), "history_search", "items[]", Change.copy("artifact_refs", "attachment_refs")),
            row(ALL, "history_page", "", Change.COUNT),
            row(ALL, "history_search", "", Change.COUNT),
            row(ALL, "event_page", "", Change.COUNT),
            row(ALL, "run_list", "", Change.COUNT),
            row(ALL, "run_events_page", "", Change.COUNT),
            row(
                    Set.of(SPECIFICATION, V0_4, LATER),
                    "artifact_metadata",
                    "",
                    Change.move("metadata", List.of("scope", "summary", "permissions"))));

    private FieldTable() {}

    /** Converts {@code data} to the fields of the generation, in place. */
    static void apply(SdkGeneration generation, String action, ObjectNode data) {
        for (Row row : ROWS) {
            if (row.action().equals(action) && row.generations().contains(generation)) {
                at(data, row.path(), row.change());
            }
        }
    }

    private static Row row(Set<SdkGeneration> generations, String action, String path, Consumer<ObjectNode> change) {
        return new Row(generations, action, path, change);
    }

    private static void at(JsonNode node, String path, Consumer<ObjectNode> change) {
        if (path.isEmpty()) {
            if (node instanceof ObjectNode object) {
                change.accept(object);
            }
            return;
        }
        int dot = path.indexOf('.');
        String step = dot < 0 ? path : path.substring(0, dot);
        String rest = dot < 0 ? "" : path.substring(dot + 1);
        if (step.endsWith("[]")) {
            node.path(step.substring(0, step.length() - 2)).forEach(item -> at(item, rest, change));
        } else {
            at(node.path(step), rest, change);
        }
    }
}
