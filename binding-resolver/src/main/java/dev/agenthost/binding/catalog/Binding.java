package dev.agenthost.binding.catalog;

import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.protocol.error.Fields;
import java.util.List;

/**
 * The assignment of an agent to events of a scope, with restrictions of the agent's rights.
 *
 * @param eventTypes at least one pattern
 * @param enabled false for a binding that resolution reports but never chooses
 * @param priority decides between bindings of the same scope and pattern; higher wins
 * @param narrow the restrictions of the agent's policies
 * @param version from 1, raised by each change
 */
public record Binding(
        String bindingId,
        String workspaceId,
        BindingScope scope,
        List<EventPattern> eventTypes,
        ActorFilter filters,
        String agentId,
        boolean enabled,
        int priority,
        PolicyNarrowing narrow,
        int version)
        implements VersionedItem<Binding> {
    public Binding {
        eventTypes = Fields.list(eventTypes, "event_types");
    }

    /** Returns the rank of the most specific pattern that matches an event type; -1 if none does. */
    public int specificity(String eventType) {
        return eventTypes.stream()
                .filter(pattern -> pattern.matches(eventType))
                .mapToInt(EventPattern::specificity)
                .max()
                .orElse(-1);
    }

    /**
     * Returns true if an event could match both equally well, so that neither could win. Scope and pattern of
     * equal rank that cover the same event are the same scope and pattern; therefore this check at write time finds
     * every possible tie.
     */
    public boolean clashesWith(Binding other) {
        return enabled
                && other.enabled
                && !bindingId.equals(other.bindingId)
                && workspaceId.equals(other.workspaceId)
                && priority == other.priority
                && scope.equals(other.scope)
                && eventTypes.stream().anyMatch(other.eventTypes::contains)
                && filters.overlaps(other.filters, scope instanceof BindingScope.Actor actor ? actor.actorId() : null);
    }

    @Override
    public String id() {
        return bindingId;
    }

    @Override
    public Binding withVersion(int newVersion) {
        return new Binding(
                bindingId, workspaceId, scope, eventTypes, filters, agentId, enabled, priority, narrow, newVersion);
    }
}
