package dev.agenthost.binding;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.binding.catalog.ActorFilter;
import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.AgentPolicies;
import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingCandidate;
import dev.agenthost.binding.catalog.BindingChange;
import dev.agenthost.binding.catalog.BindingScope;
import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.binding.catalog.EventPattern;
import dev.agenthost.binding.catalog.PolicyNarrowing;
import dev.agenthost.protocol.id.RunnerId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Bindings, agents and sets of them. */
public final class Sets {
    public static final BindingScope WORKSPACE = new BindingScope.Workspace();
    public static final BindingScope BOT = new BindingScope.Bot("demo");

    private Sets() {}

    public static Agent agent() {
        return new Agent(
                "echo",
                "demo",
                "Echo",
                RunnerId.parse("plugin:agenthost/echo/default"),
                JsonNodeFactory.instance.objectNode(),
                AgentPolicies.defaults(),
                1);
    }

    /** Enabled, priority 0, for everybody, narrowing nothing. */
    public static Binding binding(String id, BindingScope scope, String... patterns) {
        return new Binding(
                id,
                "demo",
                scope,
                Arrays.stream(patterns).map(EventPattern::new).toList(),
                ActorFilter.NONE,
                "echo",
                true,
                0,
                PolicyNarrowing.NONE,
                1);
    }

    public static Binding withPriority(Binding binding, int priority) {
        return copy(binding, binding.filters(), binding.enabled(), priority);
    }

    public static Binding disabled(Binding binding) {
        return copy(binding, binding.filters(), false, binding.priority());
    }

    public static Binding filtered(Binding binding, ActorFilter filters) {
        return copy(binding, filters, binding.enabled(), binding.priority());
    }

    private static Binding copy(Binding binding, ActorFilter filters, boolean enabled, int priority) {
        return new Binding(
                binding.bindingId(),
                binding.workspaceId(),
                binding.scope(),
                binding.eventTypes(),
                filters,
                binding.agentId(),
                enabled,
                priority,
                binding.narrow(),
                binding.version());
    }

    public static BindingSet of(Binding... bindings) {
        return of(List.of(bindings));
    }

    public static BindingSet of(Collection<Binding> bindings) {
        List<BindingCandidate> candidates = bindings.stream()
                .map(binding -> BindingCandidate.of(binding, agent()))
                .toList();
        return BindingSet.NOT_LOADED.with(new BindingChange(1, Map.of("demo", candidates)));
    }
}
