package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A binding as people write and read it, and as it is stored. The id, the workspace and the version may be left out; so may the filters (everybody),
 * {@code enabled} (true), the priority (0) and what is narrowed (nothing).
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
    /** How it is kept. */
    public static final DefinitionKind<Binding, BindingDocument> KIND = new DefinitionKind<>(
            "binding",
            BindingDocument.class,
            document -> new DefinitionKind.Heading(document.bindingId, document.workspaceId),
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
            throw new InvalidFieldException("event_types", "needs from 1 to " + MAX_PATTERNS + " patterns");
        }
        for (int i = 0; i < eventTypes.size(); i++) {
            if (!EventPattern.isPattern(eventTypes.get(i))) {
                throw new InvalidFieldException("event_types[" + i + "]", EventPattern.IS_NONE);
            }
        }
    }

    /** The binding that it describes, in its first version if it names none. */
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
