package dev.agenthost.actiongraph.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.policy.GraphPolicyReader;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.BoundedJson;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.TextRule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads declarations of the full DSL. One reading finds all breaches of shape, limits, references and dependencies; nothing is executed
 * unless there is none.
 */
public final class DeclarationReader {
    private static final String ROOT = "$";
    private static final Pattern VERSION = Pattern.compile("1(?:\\.\\d{1,4})?");
    private static final int MAX_TITLE = 200;

    private final ReferenceScope scope;

    /** @param scope the values that a declaration may refer to */
    public DeclarationReader(ReferenceScope scope) {
        this.scope = scope;
    }

    /** Reads one JSON document of at most {@value BoundedJson#MAX_CHARACTERS} characters. */
    public DeclarationResult read(String json) {
        ViolationCollector violations = new ViolationCollector();
        JsonNode root = BoundedJson.parse(json, ROOT, violations);
        return root == null ? result(null, violations) : read(root, violations);
    }

    /** Reads a tree that another parser has bounded. */
    public DeclarationResult read(JsonNode root) {
        ViolationCollector violations = new ViolationCollector();
        JsonNode checked = BoundedJson.checked(root, ROOT, violations);
        return checked == null ? result(null, violations) : read(checked, violations);
    }

    private DeclarationResult read(JsonNode root, ViolationCollector violations) {
        ObjectReader members = ObjectReader.of(root, ROOT, violations);
        return result(members == null ? null : declaration(members), violations);
    }

    private static DeclarationResult result(@Nullable Declaration declaration, ViolationCollector violations) {
        return declaration == null || violations.errorCount() > 0
                ? new DeclarationResult.Invalid(violations.errors(), violations.warnings())
                : new DeclarationResult.Valid(declaration, violations.warnings());
    }

    private @Nullable Declaration declaration(ObjectReader members) {
        JsonNode type = members.require("type", "write \"type\": \"" + Envelope.TYPE + "\"");
        if (type != null && !Envelope.TYPE.equals(type.textValue())) {
            members.error("type", Rule.FIELD_VALUE, "must be \"" + Envelope.TYPE + "\"");
        }
        String version = version(members);
        Intent intent = members.requireConstant("intent", Intent.class);
        boolean persist = Boolean.TRUE.equals(members.flag("persist"));
        String title = members.text("title", TextRule.line(MAX_TITLE));
        GraphPolicies policies = GraphPolicyReader.read(members, persist);
        Payload payload = payload(members, intent, policies);
        members.finish();
        return version == null || intent == null || payload == null
                ? null
                : new Declaration(
                        new Envelope(version, intent, persist || isDurable(payload), title, policies), payload);
    }

    /** A graph is stored as a whole: one durable action makes it durable, and one that is not does not take it back. */
    private static boolean isDurable(Payload payload) {
        return payload instanceof ActionGraph graph
                && graph.actions().stream()
                        .anyMatch(
                                action -> Boolean.TRUE.equals(action.policies().persist()));
    }

    private static @Nullable String version(ObjectReader members) {
        members.require("version", "write \"version\": \"1\"");
        String version = members.text("version", TextRule.line(16));
        if (version != null && !VERSION.matcher(version).matches()) {
            members.error(
                    "version",
                    Rule.VERSION_UNSUPPORTED,
                    "must be \"1\", or \"1.\" and a number; this runtime reads no other version");
            return null;
        }
        return version;
    }

    private @Nullable Payload payload(ObjectReader members, @Nullable Intent intent, GraphPolicies policies) {
        members.require("payload", "it is the object with the body of the declaration");
        ObjectReader payload = members.object("payload");
        if (payload == null) {
            return null;
        }
        PayloadType type = type(payload, intent);
        if (type == null) {
            return null;
        }
        if (intent != null) {
            Optional<String> refusal = IntentPayloads.refusal(intent, type);
            refusal.ifPresent(why -> payload.error("type", Rule.INTENT_PAYLOAD, why));
        }
        PayloadReader others = new PayloadReader(scope, payload.violations());
        Payload read =
                switch (type) {
                    case ACTION_GRAPH -> GraphReader.read(payload, intent, policies, scope);
                    case EXPAND_REF -> others.expansion(payload);
                    case DECISION -> others.decision(payload, intent);
                    case FINAL_REPORT_SPEC -> others.report(payload);
                };
        payload.finish();
        return read;
    }

    private static @Nullable PayloadType type(ObjectReader payload, @Nullable Intent intent) {
        Optional<PayloadType> only = intent == null ? Optional.empty() : IntentPayloads.only(intent);
        return payload.find("type") == null && only.isPresent()
                ? only.get()
                : payload.requireConstant("type", PayloadType.class);
    }
}
