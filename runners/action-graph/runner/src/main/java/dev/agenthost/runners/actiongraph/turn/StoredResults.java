package dev.agenthost.runners.actiongraph.turn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.declaration.Expansion;
import dev.agenthost.actiongraph.declaration.FinalReportSpec;
import dev.agenthost.actiongraph.expansion.ExcerptReader;
import dev.agenthost.actiongraph.expansion.ExpansionResult;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.projection.FinalReport;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.result.TokenEstimator;
import dev.agenthost.actiongraph.transcript.ObservedCall;
import dev.agenthost.runners.actiongraph.execution.RunRecords;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads stored results: expansions for the model, and reports for the person. Each sees only what its audience may read. */
final class StoredResults {
    /** Most tokens of all expansions of one declaration. */
    private static final int MAX_EXPANSION_TOKENS = 12_000;

    /** The text of a material that the model of a later request would read in the conversation, and must not. */
    private static final String NOT_QUOTABLE =
            "This result is not shown, because models read the conversation and may not read the result.";

    private static final int MAX_REPORT_TOKENS = 20_000;

    private final RunRecords records;
    private final ExcerptReader excerpts = new ExcerptReader(TokenEstimator.BYTES);

    StoredResults(RunRecords records) {
        this.records = records;
    }

    List<ObservedCall> expand(Expansion expansion) {
        int share = MAX_EXPANSION_TOKENS / expansion.refs().size();
        List<ObservedCall> calls = new ArrayList<>();
        for (Expansion.Ref ref : expansion.refs()) {
            String id = "expand_" + (calls.size() + 1);
            calls.add(expand(id, ref, share));
        }
        return calls;
    }

    private ObservedCall expand(String id, Expansion.Ref ref, int tokens) {
        try {
            return records.expandable(ref.reference())
                    .map(value ->
                            expanded(id, ref, excerpts.read(value, ref, tokens), records.unstored(ref.reference())))
                    .orElseGet(() -> failed(id, ref, "There is no result that you may read."));
        } catch (AgentApiException unreadable) {
            return failed(id, ref, "The stored output cannot be read: " + unreadable.code());
        }
    }

    /** The report as Markdown; empty if it does not fit into its tokens. */
    Optional<String> report(FinalReportSpec spec, Declared declared, String request) {
        return new FinalReport(TokenEstimator.BYTES)
                .render(spec, reference -> material(reference, declared, request), MAX_REPORT_TOKENS);
    }

    private Optional<JsonNode> material(Reference reference, Declared declared, String request) {
        return switch (reference) {
            case Reference.Section section ->
                Optional.ofNullable(declared.sections().get(section.sectionId()))
                        .map(JsonNodeFactory.instance::textNode);
            case Reference.RequestInput input ->
                Optional.of(JsonNodeFactory.instance.objectNode().put("goal", request))
                        .map(input.path()::of);
            default ->
                records.visible(reference, DataAudience.USER)
                        .map(value -> records.isQuotable(reference)
                                ? marked(value, reference)
                                : JsonNodeFactory.instance.textNode(NOT_QUOTABLE));
        };
    }

    private JsonNode marked(JsonNode value, Reference reference) {
        return records.unstored(reference)
                .<JsonNode>map(line -> JsonNodeFactory.instance.textNode(value.asText() + "\n" + line))
                .orElse(value);
    }

    /** @param unstored the line that says that the result is a beginning only */
    private static ObservedCall expanded(
            String id, Expansion.Ref ref, ExpansionResult result, Optional<String> unstored) {
        return switch (result) {
            case ExpansionResult.Expanded found ->
                new ObservedCall.OfExpansion(
                        id,
                        ref,
                        ActionStatus.COMPLETED,
                        null,
                        found.excerpt().text()
                                + unstored.map(line -> "\n" + line).orElse(""));
            case ExpansionResult.Empty empty ->
                failed(id, ref, empty.why() + unstored.map(line -> " " + line).orElse(""));
        };
    }

    private static ObservedCall failed(String id, Expansion.Ref ref, String why) {
        return new ObservedCall.OfExpansion(id, ref, ActionStatus.FAILED, why, "");
    }
}
