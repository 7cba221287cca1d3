package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Resolves the state scopes that a binding enables, and their subjects in an event. State depends on these two only (spec/README 4). */
final class StateScopes {
    private StateScopes() {}

    static Set<StateScope> enabled(BindingSnapshot binding) {
        return binding.resourcePolicy().hostApis().contains("state")
                ? Set.copyOf(binding.statePolicy().scopes())
                : Set.of();
    }

    static Map<StateScope, StateScopeKey> resolve(BindingSnapshot binding, EventEnvelope event) {
        Map<StateScope, StateScopeKey> keys = new EnumMap<>(StateScope.class);
        for (StateScope scope : enabled(binding)) {
            String subject = subject(scope, event);
            if (subject != null) {
                keys.put(
                        scope,
                        new StateScopeKey(scope, event.botId(), binding.bindingId(), binding.runnerId(), subject));
            }
        }
        return keys;
    }

    /** @return null if the event has no such subject */
    private static @Nullable String subject(StateScope scope, EventEnvelope event) {
        ActorContext actor = event.actor();
        SubjectContext subject = event.subject();
        String conversation = event.conversationId();
        return switch (scope) {
            case CONVERSATION ->
                conversation == null ? null : StateScopeKey.conversation(conversation, event.threadId());
            case ACTOR -> actor == null ? null : typed(actor.actorType(), actor.actorId());
            case SUBJECT -> subject == null ? null : typed(subject.subjectType(), subject.subjectId());
            case RUNNER, WORKSPACE, BINDING -> "";
        };
    }

    private static @Nullable String typed(String type, @Nullable String id) {
        return id == null || id.isBlank() ? null : StateScopeKey.typed(type, id);
    }
}
