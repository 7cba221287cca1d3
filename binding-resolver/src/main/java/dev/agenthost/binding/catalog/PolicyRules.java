package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.form.SecretReference;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.DeliveryTarget;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.TargetSurface;
import dev.agenthost.protocol.run.ToolNames;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rules for policies beyond their types. Each breach names its field. */
public final class PolicyRules {
    /** Most names in one list. */
    public static final int MAX_NAMES = 1000;
    /** Longest name, in characters. */
    public static final int MAX_NAME = 256;
    /** Longest text that is shown to people, in characters. */
    public static final int MAX_TEXT = 2000;

    private static final Set<String> STORAGE_OWNERS = Set.of("plugin", "workspace");

    private static final List<String> HOST_APIS = List.of(
            "history", "events", "state", "history.thread", "history.bot", "runs", "artifacts", "timers", "raw");

    private PolicyRules() {}

    /** @throws InvalidFieldException for the first breach */
    public static void check(AgentPolicies policies) {
        resources(policies.resourcePolicy());
        delivery(policies.deliveryPolicy());
    }

    /**
     * Checks a binding's restrictions, which are part of each run: the limits equal those of an agent's policies.
     *
     * @throws InvalidFieldException for the first breach
     */
    public static void check(PolicyNarrowing narrowing) {
        PolicyNarrowing.ResourceLimits limits = narrowing.resourcePolicy();
        if (limits != null) {
            names(limits.models(), "narrow.resource_policy.models");
            names(limits.tools(), "narrow.resource_policy.tools");
            names(limits.knowledgeBases(), "narrow.resource_policy.knowledge_bases");
            names(limits.skills(), "narrow.resource_policy.skills");
            names(limits.files(), "narrow.resource_policy.files");
            names(limits.storage(), "narrow.resource_policy.storage");
            hostApis(limits.hostApis(), "narrow.resource_policy.host_apis");
            names(limits.allowedPlugins(), "narrow.resource_policy.allowed_plugins");
            names(limits.agents(), "narrow.resource_policy.agents");
        }
    }

    private static void resources(ResourcePolicy resources) {
        names(resources.models(), "resource_policy.models");
        names(resources.tools(), "resource_policy.tools");
        names(resources.knowledgeBases(), "resource_policy.knowledge_bases");
        names(resources.skills(), "resource_policy.skills");
        names(resources.files(), "resource_policy.files");
        names(resources.storage(), "resource_policy.storage");
        hostApis(resources.hostApis(), "resource_policy.host_apis");
        names(resources.allowedPlugins(), "resource_policy.allowed_plugins");
        names(resources.agents(), "resource_policy.agents");
        if (!resources.tools().stream().allMatch(ToolNames::isTool)) {
            throw new InvalidFieldException(
                    "resource_policy.tools", "must contain tools of the form server/tool or server/*");
        }
        if (!STORAGE_OWNERS.containsAll(resources.storage())) {
            throw new InvalidFieldException("resource_policy.storage", "must contain plugin and workspace only");
        }
    }

    private static void hostApis(@Nullable List<String> groups, String field) {
        names(groups, field);
        if (groups != null && !HOST_APIS.containsAll(groups)) {
            throw new InvalidFieldException(field, "must contain " + String.join(", ", HOST_APIS) + " only");
        }
    }

    private static void delivery(DeliveryPolicy delivery) {
        text(delivery.placeholder(), "delivery_policy.placeholder");
        text(delivery.failureText(), "delivery_policy.failure_text");
        if (delivery.target() != null) {
            target(delivery.target());
        }
    }

    private static void target(DeliveryTarget target) {
        TargetSurface.ofWire(target.surface())
                .map(PolicyRules::rules)
                .orElseThrow(() -> new InvalidFieldException(
                        "delivery_policy.target.surface",
                        "is not webhook, the only surface that can be a target; without a target the answer goes where its"
                                + " event came from"))
                .accept(target);
    }

    /** An expression, so that the compiler demands the rules of each surface. */
    private static Consumer<DeliveryTarget> rules(TargetSurface surface) {
        return switch (surface) {
            case WEBHOOK -> PolicyRules::webhook;
        };
    }

    private static void webhook(DeliveryTarget target) {
        String url = target.url();
        if (url == null) {
            throw new InvalidFieldException("delivery_policy.target.url", "is missing: a webhook requires it");
        }
        if (!isHttp(url)) {
            throw new InvalidFieldException("delivery_policy.target.url", "must be an http or https address");
        }
        if (target.secretRef() == null) {
            throw new InvalidFieldException(
                    "delivery_policy.target.secret_ref", "is missing: name the secret that signs each request");
        }
        if (!SecretReference.isName(target.secretRef())) {
            throw new InvalidFieldException(
                    "delivery_policy.target.secret_ref", "must be the name of a configured secret");
        }
    }

    private static boolean isHttp(String url) {
        try {
            URI address = new URI(url);
            return ("http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme()))
                    && address.getHost() != null
                    && address.getUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static void names(@Nullable List<String> names, String field) {
        if (names == null) {
            return;
        }
        if (names.size() > MAX_NAMES) {
            throw new InvalidFieldException(field, "has more than " + MAX_NAMES + " names");
        }
        if (names.stream()
                .anyMatch(name -> name == null || name.isBlank() || name.length() > MAX_NAME || hasControls(name))) {
            throw new InvalidFieldException(field, "must contain names only");
        }
    }

    private static void text(@Nullable String text, String field) {
        if (text != null && text.isBlank()) {
            throw new InvalidFieldException(field, "must not be empty; omit it");
        }
        if (text != null && (text.length() > MAX_TEXT || text.indexOf(0) >= 0)) {
            throw new InvalidFieldException(
                    field, "is longer than " + MAX_TEXT + " characters, or contains invalid characters");
        }
    }

    private static boolean hasControls(String name) {
        return name.chars().anyMatch(Character::isISOControl);
    }
}
