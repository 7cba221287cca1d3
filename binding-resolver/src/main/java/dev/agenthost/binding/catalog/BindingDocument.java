package dev.agenthost.binding.catalog;

import dev.agenthost.platform.rest.VersionedKind;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A binding in the form of requests, answers and storage. Optional: id, workspace, version, filters (every actor),
 * {@code enabled} (true), priority (0) and restrictions (none).
 */
public record BindingDocument(
        @Nullable String bindingId,
        @Nullable String workspaceId,
        ScopeDocument scope,
        List<String> eventTypes,
        @Nullable ActorFilter filters,
        String agentId,
        @Nullable Boolean enabled,
        @Nullable Integer priority,
        @Nullable PolicyNarrowing narrow,
        @Nullable Integer version) {
    /** The kind of bindings. */
    public static final VersionedKind<Binding, BindingDocument> KIND = new VersionedKind<>(
            "binding",
            "binding_id",
            true,
            BindingDocument.class,
            document -> new VersionedKind.Heading(document.bindingId, document.workspaceId),
            id -> ResourceName.check(id, "binding_id"),
            BindingDocument::binding,
            BindingRules::check,
            BindingDocument::of);

    /** Most patterns of one binding. */
    public static final int MAX_PATTERNS = 100;

    public BindingDocument {
        Fields.required(scope, "scope");
        Fields.required(agentId, "agent_id");
        eventTypes = Fields.list(Fields.required(eventTypes, "event_types"), "event_types");
        if (eventTypes.isEmpty() || eventTypes.size() > MAX_PATTERNS) {
            throw new InvalidFieldException("event_types", "must have 1 to " + MAX_PATTERNS + " patterns");
        }
        for (int i = 0; i < eventTypes.size(); i++) {
            if (!EventPattern.isPattern(eventTypes.get(i))) {
                throw new InvalidFieldException("event_types[" + i + "]", EventPattern.IS_NONE);
            }
        }
    }

    /** Returns the binding of this document, in its first version if it names none. */
    public Binding binding(String id, String workspace) {
        return new Binding(
                id,
                workspace,
                scope.scope(),
                eventTypes.stream().map(EventPattern::new).toList(),
                Fields.or(filters, ActorFilter.NONE),
                agentId,
                Fields.or(enabled, true),
                Fields.or(priority, 0),
                Fields.or(narrow, PolicyNarrowing.NONE),
                Fields.or(version, 1));
    }

    public static BindingDocument of(Binding binding) {
        return new BindingDocument(
                binding.bindingId(),
                binding.workspaceId(),
                ScopeDocument.of(binding.scope()),
                binding.eventTypes().stream().map(EventPattern::value).toList(),
                binding.filters(),
                binding.agentId(),
                binding.enabled(),
                binding.priority(),
                binding.narrow(),
                binding.version());
    }
}
