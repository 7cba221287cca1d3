package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ResultPart;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.actiongraph.result.SummaryText;
import dev.agenthost.actiongraph.result.TruncatedOutput;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The graphs of one run of the host, and their stored outputs. Used by one thread. */
public final class RunRecords {
    /** The line below a list with beginnings of outputs. */
    private static final String UNKNOWN_ELEMENTS =
            "[an element with \"truncated\" is a beginning; the rest of it is not known]";

    private final OutputStore outputs;
    private final Map<String, GraphRun> runs = new LinkedHashMap<>();

    public RunRecords(OutputStore outputs) {
        this.outputs = outputs;
    }

    /** Adds a graph that begins. */
    public void add(GraphRun run) {
        runs.put(run.runId(), run);
    }

    /** Makes the stored output of a restored graph available again. */
    void restore(Action action, AttemptEnd end) {
        if (end.reference() != null && end.output() != null) {
            outputs.restore(end.reference(), end.output(), action.policies());
        }
    }

    /** The graphs that await nothing but a decision. */
    public List<GraphRun> undecided() {
        return runs.values().stream().filter(run -> run.waits().isForDecision()).toList();
    }

    /** The graphs that have not ended and wait for people. */
    public List<GraphRun> asking() {
        return runs.values().stream()
                .filter(run -> !run.state().hasEnded() && run.state().waitsForPerson())
                .toList();
    }

    /** A graph, by its id. */
    public Optional<GraphRun> run(String runId) {
        return Optional.ofNullable(runs.get(runId));
    }

    /** The ids of the graphs. */
    public Set<String> runIds() {
        return Set.copyOf(runs.keySet());
    }

    /** The ids of the graphs in their order. */
    public List<String> order() {
        return List.copyOf(runs.keySet());
    }

    /** The ids of the actions of each graph. */
    public Map<String, Set<String>> runActions() {
        Map<String, Set<String>> actions = new HashMap<>();
        runs.forEach(
                (id, run) -> actions.put(id, Set.copyOf(run.state().actions().keySet())));
        return actions;
    }

    /** The ids of the stored outputs. */
    public Set<String> artifactIds() {
        return outputs.ids();
    }

    /** A stored output, by its id without {@code artifact://}; empty if it cannot be read. */
    public Optional<JsonNode> storedArtifact(String id) {
        try {
            return outputs.read(id).map(value -> outputs.whole(OutputStore.reference(id), value));
        } catch (AgentApiException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * The whole of an output, also if the host has truncated it. Empty for no output, and for one of which only the {@link #beginning} is
     * known, because the rest was not stored or cannot be read.
     */
    Optional<JsonNode> whole(ActionOutput output) {
        JsonNode value = output.value();
        if (value == null) {
            return Optional.empty();
        }
        if (value.isArray()) {
            return wholeList(value);
        }
        if (unstored(output).isPresent()) {
            return Optional.empty();
        }
        try {
            return Optional.of(outputs.whole(output.reference(), value));
        } catch (AgentApiException unreadable) {
            return Optional.empty();
        }
    }

    /** The outputs of a list loop, each as a whole; empty if the rest of one is not known. A list is copied only if an output is truncated. */
    private Optional<JsonNode> wholeList(JsonNode list) {
        if (list.valueStream().noneMatch(element -> element.path("truncated").asBoolean())) {
            return Optional.of(list);
        }
        ArrayNode whole = JsonNodeFactory.instance.arrayNode();
        for (JsonNode element : list) {
            ActionOutput output = element(element);
            Optional<JsonNode> one = TruncatedOutput.of(output).isPresent() ? whole(output) : Optional.of(element);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            whole.add(one.get());
        }
        return Optional.of(whole);
    }

    private static ActionOutput element(JsonNode value) {
        String reference =
                ToolOutput.artifact(value).map(OutputStore::reference).orElse(null);
        return new ActionOutput(value, reference, value.path("output_bytes").asLong());
    }

    /** The beginning of an output of which the rest is not known, with a line that says so; empty for any other output. */
    Optional<String> beginning(ActionOutput output) {
        JsonNode value = output.value();
        if (value == null || whole(output).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(TruncatedOutput.of(output)
                .map(TruncatedOutput::whole)
                .orElseGet(() -> value + "\n" + UNKNOWN_ELEMENTS));
    }

    /** As {@link #beginning(ActionOutput)}, of a stored output, by its id without {@code artifact://}. */
    Optional<String> beginning(String artifactId) {
        return outputs.read(artifactId)
                .map(value -> new ActionOutput(
                        value,
                        OutputStore.reference(artifactId),
                        value.path("output_bytes").asLong()))
                .flatMap(this::beginning);
    }

    /** As {@link #beginning(ActionOutput)}, of the output that a reference of the runtime leads to. */
    Optional<String> beginning(Reference.RuntimeRecord record) {
        return output(record).flatMap(this::beginning);
    }

    /** The line that says that the rest of an output was not stored; empty for any other reference. */
    public Optional<String> unstored(Reference reference) {
        return reference instanceof Reference.RuntimeRecord record
                ? output(record).flatMap(this::unstoredLine)
                : Optional.empty();
    }

    private Optional<String> unstoredLine(ActionOutput output) {
        JsonNode value = output.value();
        return value != null && value.isArray() && whole(output).isEmpty()
                ? Optional.of(UNKNOWN_ELEMENTS)
                : unstored(output).map(TruncatedOutput::mark);
    }

    private static Optional<TruncatedOutput> unstored(ActionOutput output) {
        return output.reference() == null ? TruncatedOutput.of(output) : Optional.empty();
    }

    /** The output that a reference leads to; empty for a reference to anything else. */
    private Optional<ActionOutput> output(Reference.RuntimeRecord record) {
        String id = record.actionId();
        return id == null || record.part() != ResultPart.OUTPUT
                ? Optional.empty()
                : run(record.runId())
                        .filter(run -> run.state().actions().containsKey(id))
                        .map(run -> run.result(id).output());
    }

    /** A graph, an action of it, or a part of its result: an output as a whole, if it is known. */
    public Optional<JsonNode> runtimeRecord(Reference.RuntimeRecord record) {
        Optional<ActionOutput> output = output(record);
        return output.isPresent() ? whole(output.get()) : declared(record);
    }

    private Optional<JsonNode> declared(Reference.RuntimeRecord record) {
        return run(record.runId()).flatMap(run -> {
            String id = record.actionId();
            if (id == null) {
                ObjectNode actions = JsonNodeFactory.instance.objectNode();
                run.graph().actions().forEach(action -> actions.set(action.id(), whole(run.result(action.id()))));
                return Optional.of(actions);
            }
            return run.graph().actions().stream().map(Action::id).anyMatch(id::equals)
                    ? part(run.result(id), record.part())
                    : Optional.empty();
        });
    }

    /**
     * The value of a reference to a stored result, as far as the audience may read it.
     *
     * @throws AgentApiException if the host has stored the result, and the run cannot read it
     */
    public Optional<JsonNode> visible(Reference reference, DataAudience audience) {
        return switch (reference) {
            case Reference.StoredArtifact artifact ->
                outputs.read(artifact.id(), audience)
                        .map(value -> outputs.whole(OutputStore.reference(artifact.id()), value));
            case Reference.RuntimeRecord record -> isVisible(record, audience) ? whole(record) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<JsonNode> whole(Reference.RuntimeRecord record) {
        if (record.part() == ResultPart.SUMMARY) {
            return summary(record);
        }
        Optional<ActionOutput> output = output(record);
        return output.isEmpty()
                ? declared(record)
                : output.flatMap(found -> unstored(found)
                        .<JsonNode>map(truncated -> JsonNodeFactory.instance.textNode(truncated.beginning()))
                        .or(() -> Optional.ofNullable(found.value())
                                .map(value -> value.isArray()
                                        ? wholeList(value).orElse(value)
                                        : outputs.whole(found.reference(), value))));
    }

    /** The summary of an action, as far as its granularity permits: without that limit it is the output itself where that is short. */
    private Optional<JsonNode> summary(Reference.RuntimeRecord record) {
        return run(record.runId()).flatMap(run -> actions(record)
                .findFirst()
                .map(action -> SummaryText.excerpt(
                        run.result(action.id()), action.policies().granularity()))
                .map(JsonNodeFactory.instance::textNode));
    }

    /**
     * The value of a reference that the model may see in lines: an expansion is an excerpt. A reference to a whole graph leads to its
     * declaration, which is the model's own, with the results that it may read.
     */
    public Optional<JsonNode> expandable(Reference reference) {
        if (reference instanceof Reference.RuntimeRecord record && record.actionId() == null) {
            return run(record.runId()).map(run -> RunExpansion.of(run, RunRecords::isReadable));
        }
        return granularity(reference).compareTo(ResultGranularity.EXCERPT) >= 0
                ? visible(reference, DataAudience.MODEL)
                : Optional.empty();
    }

    /**
     * Returns true if an answer may quote what a reference leads to: the conversation keeps the answer, so that later requests to models
     * have it.
     */
    public boolean isQuotable(Reference reference) {
        boolean isWhole = granularity(reference).compareTo(ResultGranularity.EXCERPT) >= 0;
        return isWhole
                && Stream.of(DataAudience.MODEL, DataAudience.FUTURE_RUNS)
                        .allMatch(audience -> isReadableBy(reference, audience));
    }

    private boolean isReadableBy(Reference reference, DataAudience audience) {
        return switch (reference) {
            case Reference.StoredArtifact artifact ->
                outputs.read(artifact.id(), audience).isPresent();
            case Reference.RuntimeRecord record -> record.part() == ResultPart.STATUS || isVisible(record, audience);
            default -> true;
        };
    }

    private static boolean isReadable(Action action) {
        return action.policies().visibility().contains(DataAudience.MODEL)
                && action.policies().granularity().compareTo(ResultGranularity.EXCERPT) >= 0;
    }

    private ResultGranularity granularity(Reference reference) {
        return switch (reference) {
            case Reference.StoredArtifact artifact -> outputs.granularity(artifact.id());
            case Reference.RuntimeRecord record
            when record.part() != ResultPart.SUMMARY && record.part() != ResultPart.STATUS ->
                actions(record)
                        .map(action -> action.policies().granularity())
                        .min(Comparator.naturalOrder())
                        .orElse(ResultGranularity.FULL);
            default -> ResultGranularity.FULL;
        };
    }

    /** Returns true if the audience may read what a reference of a graph leads to. The status of an action is no result. */
    boolean isVisible(Reference reference, GraphRun graph, DataAudience audience) {
        return switch (reference) {
            case Reference.ActionResult result ->
                result.part() == ResultPart.STATUS
                        || graph.action(result.actionId())
                                .policies()
                                .visibility()
                                .contains(audience);
            case Reference.NamedArtifact artifact ->
                graph.graph().actions().stream()
                        .filter(action -> action.id().equals(artifact.name()))
                        .allMatch(action -> action.policies().visibility().contains(audience));
            case Reference.StoredArtifact artifact ->
                outputs.read(artifact.id()).isEmpty()
                        || outputs.read(artifact.id(), audience).isPresent();
            case Reference.RuntimeRecord record -> record.part() == ResultPart.STATUS || isVisible(record, audience);
            case Reference.Section section -> true;
            case Reference.RequestInput input -> true;
            case Reference.LoopItem item -> true;
            case Reference.LoopIndex index -> true;
        };
    }

    /** A record of a whole graph is visible if each of its actions is. */
    private boolean isVisible(Reference.RuntimeRecord record, DataAudience audience) {
        return actions(record).allMatch(action -> action.policies().visibility().contains(audience));
    }

    private Stream<Action> actions(Reference.RuntimeRecord record) {
        return run(record.runId()).stream()
                .flatMap(run -> run.graph().actions().stream())
                .filter(action -> record.actionId() == null || action.id().equals(record.actionId()));
    }

    private static Optional<JsonNode> part(ActionResult result, @Nullable ResultPart part) {
        return switch (part) {
            case null -> Optional.of(whole(result));
            case OUTPUT -> Optional.ofNullable(result.output().value());
            case SUMMARY -> Optional.of(JsonNodeFactory.instance.textNode(SummaryText.excerpt(result)));
            case STATUS ->
                Optional.of(JsonNodeFactory.instance.textNode(
                        ResultStatus.of(result.status()).wire()));
        };
    }

    private static JsonNode whole(ActionResult result) {
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        record.put("status", ResultStatus.of(result.status()).wire());
        record.set("output", result.output().value());
        return record;
    }
}
