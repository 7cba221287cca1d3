package dev.agenthost.actiongraph.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.reference.LocatedReference;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceCheck;
import dev.agenthost.actiongraph.reference.ReferenceMember;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.TextRule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the payloads that are no graph. */
final class PayloadReader {
    private final ReferenceCheck references;

    PayloadReader(ReferenceScope scope, ViolationCollector violations) {
        this.references = new ReferenceCheck(scope, Set.of(), violations);
    }

    /** Null after an error was added. */
    @Nullable
    Payload decision(ObjectReader payload, @Nullable Intent intent) {
        String runId = payload.requireText("run_id", TextRule.RUN_ID);
        if (runId != null) {
            references.checkRun(runId, payload.path("run_id"));
        }
        String actionId = payload.text("action_id", TextRule.ACTION_ID);
        if (runId != null) {
            references.checkAction(runId, actionId, payload.path("action_id"));
        }
        DecisionChoice choice = intent == Intent.CANCEL && payload.find("decision") == null
                ? null
                : payload.requireConstant("decision", DecisionChoice.class);
        String reason = payload.text("reason", TextRule.prose(GraphDecision.MAX_REASON));
        if (intent == Intent.CANCEL && payload.find("decision") == null) {
            payload.require("decision", "it must be abort");
        }
        if (intent == Intent.CANCEL && choice != null && choice != DecisionChoice.ABORT) {
            payload.error("decision", Rule.FIELD_CONFLICT, "must be abort for the intent cancel");
        }
        boolean needsAction = choice == DecisionChoice.RETRY || choice == DecisionChoice.SKIP;
        if (needsAction && payload.find("action_id") == null) {
            payload.error("action_id", Rule.FIELD_MISSING, "is missing; retry and skip are about one action");
        }
        for (String changed : List.of("input", "args")) {
            if (payload.find(changed) != null) {
                payload.error(
                        changed,
                        Rule.FIELD_CONFLICT,
                        "cannot change: a retry repeats the action as declared; skip it, and add an action with intent revise");
            }
        }
        return runId == null || choice == null ? null : new GraphDecision(runId, actionId, choice, reason);
    }

    Payload expansion(ObjectReader payload) {
        payload.require("refs", "it is the array of wanted references");
        List<Expansion.Ref> refs = payload.list("refs", Expansion.MAX_REFS, this::ref);
        requireSome(payload, "refs");
        return new Expansion(refs);
    }

    Payload report(ObjectReader payload) {
        String title = payload.text("title", TextRule.line(200));
        payload.require("sections", "it is the array of sections");
        List<FinalReportSpec.Section> sections = payload.list("sections", FinalReportSpec.MAX_SECTIONS, this::section);
        requireSome(payload, "sections");
        return new FinalReportSpec(title, sections, payload.integer("max_tokens", 1, FinalReportSpec.MAX_TOKENS));
    }

    private static void requireSome(ObjectReader payload, String member) {
        JsonNode elements = payload.find(member);
        if (elements != null && elements.isArray() && elements.isEmpty()) {
            payload.error(member, Rule.FIELD_LIMIT, "is empty; at least one element is needed");
        }
    }

    private Expansion.@Nullable Ref ref(JsonNode value, String path, ViolationCollector violations) {
        ObjectReader members = ObjectReader.of(value, path, violations);
        if (members == null) {
            return null;
        }
        JsonNode ref = members.require("ref", "it is a reference such as runtime://<run_id>/actions/<id>/output");
        Reference reference = ref == null ? null : reference(ref, members.path("ref"), violations);
        String reason = members.text("reason", TextRule.prose(Expansion.MAX_REASON));
        Expansion.Range range = range(members);
        members.finish();
        return reference == null ? null : new Expansion.Ref(reference, reason, range);
    }

    private static Expansion.Range range(ObjectReader ref) {
        ObjectReader range = ref.object("range");
        if (range == null) {
            return Expansion.Range.WHOLE;
        }
        Boolean aroundMatches = range.flag("around_matches");
        Integer context = range.integer("context_lines", 0, Expansion.Range.MAX_CONTEXT_LINES);
        Integer from = range.integer("from_line", 1, Expansion.Range.MAX_LINE);
        Integer to = range.integer("to_line", 1, Expansion.Range.MAX_LINE);
        if (from != null && to != null && to < from) {
            range.error("to_line", Rule.FIELD_CONFLICT, "is before from_line");
        }
        String match = range.text("match", TextRule.line(Expansion.Range.MAX_MATCH));
        if (match != null && Boolean.FALSE.equals(aroundMatches)) {
            range.error("match", Rule.FIELD_CONFLICT, "needs \"around_matches\": true");
        }
        Expansion.Range wanted = new Expansion.Range(
                match != null || Boolean.TRUE.equals(aroundMatches), match, context == null ? 0 : context, from, to);
        range.finish();
        return wanted;
    }

    private FinalReportSpec.@Nullable Section section(JsonNode value, String path, ViolationCollector violations) {
        ObjectReader members = ObjectReader.of(value, path, violations);
        if (members == null) {
            return null;
        }
        String title = members.requireText("title", TextRule.line(200));
        String description = members.text("description", TextRule.prose(4_000));
        List<Reference> refs = members.list("refs", FinalReportSpec.MAX_REFS, this::reference);
        members.finishStrictly();
        return title == null ? null : new FinalReportSpec.Section(title, description, refs);
    }

    private @Nullable Reference reference(JsonNode value, String path, ViolationCollector violations) {
        Reference reference = ReferenceMember.read(value, path, violations);
        if (reference instanceof Reference.LoopItem || reference instanceof Reference.LoopIndex) {
            violations.error(path, Rule.REFERENCE_UNKNOWN, "needs a loop; there is none outside of an action");
            return null;
        }
        if (reference != null) {
            references.check(new LocatedReference(path, reference));
        }
        return reference;
    }
}
