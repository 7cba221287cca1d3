package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.DeclaredAction;
import dev.agenthost.actiongraph.action.GraphCheck;
import dev.agenthost.actiongraph.carrier.CarrierResult.AnswerKind;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.declaration.Intent;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.TextRule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the compact carrier ({@code act}, {@code answer}, {@code done}) and normalises it to a declaration. */
final class CompactReader {
    private static final int MAX_MESSAGE = 200_000;
    private static final String CALLS = "calls";
    private static final Set<String> KINDS = Set.of("act", "answer", "done");

    private CompactReader() {}

    /** The meaning of a compact output. */
    sealed interface Compact {
        /** Ends the turn. */
        record End(String message, AnswerKind kind) implements Compact {}

        /** Executes calls. */
        record Act(Declaration declaration, @Nullable String message) implements Compact {}
    }

    /** Returns true for an object of the compact carrier; other objects may have a member {@code kind}, too. */
    static boolean isCompact(JsonNode value) {
        return KINDS.contains(value.path("kind").asText());
    }

    /** Null after an error was added. */
    static @Nullable Compact read(JsonNode value, ReferenceScope scope, ViolationCollector violations) {
        int errorsBefore = violations.errorCount();
        ObjectReader members = ObjectReader.of(value, "$", violations);
        if (members == null) {
            return null;
        }
        JsonNode kind = members.require("kind", "it must be act, answer or done");
        String message = members.text("message", TextRule.prose(MAX_MESSAGE));
        Compact compact =
                switch (kind == null ? "" : kind.asText()) {
                    case "act" -> act(members, message, scope);
                    case "answer" -> end(members, message, AnswerKind.ANSWER);
                    case "done" -> end(members, message, AnswerKind.DONE);
                    default -> null;
                };
        if (compact == null && kind != null) {
            members.error("kind", Rule.FIELD_VALUE, "must be act, answer or done");
        }
        members.finish();
        return violations.errorCount() > errorsBefore ? null : compact;
    }

    private static Compact end(ObjectReader members, @Nullable String message, AnswerKind kind) {
        JsonNode calls = members.find(CALLS);
        if (calls != null && !(calls.isArray() && calls.isEmpty())) {
            members.error(CALLS, Rule.FIELD_CONFLICT, "belong to act; an answer or done ends the turn");
        }
        if (kind == AnswerKind.ANSWER && members.find("message") == null) {
            members.error("message", Rule.FIELD_MISSING, "is missing; it is the answer for the person");
        }
        return new Compact.End(message == null ? "" : message, kind);
    }

    private static Compact act(ObjectReader members, @Nullable String message, ReferenceScope scope) {
        ViolationCollector violations = members.violations();
        JsonNode calls = EmbeddedJson.unwrap(
                members.require(CALLS, "act needs an array of calls"), members.path(CALLS), violations);
        ObjectNode owner = JsonNodeFactory.instance.objectNode();
        if (calls != null) {
            owner.set(CALLS, calls);
        }
        ObjectReader unwrapped = ObjectReader.of(owner, members.path(), violations);
        List<DeclaredAction> actions =
                unwrapped == null ? List.of() : unwrapped.list(CALLS, ActionGraph.MAX_ACTIONS, CompactCallReader::read);
        if (calls != null && calls.isArray() && calls.size() <= ActionGraph.MAX_ACTIONS) {
            GraphCheck.check(calls, members.path(CALLS), actions, scope, violations);
            if (calls.isEmpty()) {
                members.error(CALLS, Rule.FIELD_LIMIT, "is empty; act needs at least one call");
            }
        }
        Envelope envelope = new Envelope(Envelope.VERSION, Intent.EXECUTE, false, null, GraphPolicies.standard(false));
        ActionGraph graph = new ActionGraph(
                null, actions.stream().map(DeclaredAction::action).toList());
        return new Compact.Act(new Declaration(envelope, graph), message);
    }
}
