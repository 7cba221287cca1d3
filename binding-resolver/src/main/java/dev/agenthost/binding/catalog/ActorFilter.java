package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.ActorContext;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Filters the actors of a binding. An omitted condition admits every actor.
 *
 * @param actorTypes only actors of these types; an event without an actor is not admitted
 * @param actorIds only these actors; an event without an actor is not admitted
 * @param notActorIds every actor but these
 */
public record ActorFilter(
        @Nullable List<String> actorTypes,
        @Nullable List<String> actorIds,
        @Nullable List<String> notActorIds) {
    /** Admits every actor. */
    public static final ActorFilter NONE = new ActorFilter(null, null, null);
    /** Most names in one list. */
    public static final int MAX_NAMES = 1000;

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "actor_types",
                    (filter, actor) ->
                            filter.actorTypes == null || actor != null && holds(filter.actorTypes, actor.actorType())),
            new Rule(
                    "actor_ids",
                    (filter, actor) ->
                            filter.actorIds == null || actor != null && holds(filter.actorIds, actor.actorId())),
            new Rule(
                    "not_actor_ids",
                    (filter, actor) -> filter.notActorIds == null
                            || actor == null
                            || !holds(filter.notActorIds, actor.actorId())));

    public ActorFilter {
        actorTypes = names(actorTypes, "actor_types");
        actorIds = names(actorIds, "actor_ids");
        notActorIds = names(notActorIds, "not_actor_ids");
    }

    /** Returns the name of the first condition that refuses the actor; empty if all admit it. */
    public Optional<String> refusal(@Nullable ActorContext actor) {
        return RULES.stream()
                .filter(rule -> !rule.condition().admits(this, actor))
                .map(Rule::name)
                .findFirst();
    }

    /**
     * Returns true if some event could be admitted by both filters.
     *
     * @param onlyActor the one actor of all events, if the scope names one
     */
    public boolean overlaps(ActorFilter other, @Nullable String onlyActor) {
        if (actorTypes != null && other.actorTypes != null && Collections.disjoint(actorTypes, other.actorTypes)) {
            return false;
        }
        List<String> candidates = actorIds != null ? actorIds : other.actorIds;
        if (onlyActor != null) {
            candidates = List.of(onlyActor);
        }
        return candidates == null || candidates.stream().anyMatch(id -> admitsId(id) && other.admitsId(id));
    }

    private boolean admitsId(String actorId) {
        return (actorIds == null || actorIds.contains(actorId))
                && (notActorIds == null || !notActorIds.contains(actorId));
    }

    private static boolean holds(List<String> names, @Nullable String name) {
        return name != null && names.contains(name);
    }

    private static @Nullable List<String> names(@Nullable List<String> given, String field) {
        if (given == null) {
            return null;
        }
        if (given.isEmpty()) {
            throw new InvalidFieldException(field, "must not be empty: name an actor, or omit the filter");
        }
        if (given.size() > MAX_NAMES) {
            throw new InvalidFieldException(field, "has more than " + MAX_NAMES + " names");
        }
        if (given.stream().anyMatch(name -> name == null || name.isBlank())) {
            throw new InvalidFieldException(field, "contains an empty name");
        }
        return List.copyOf(given);
    }

    /** One condition, with its name in the reason for an unanswered event. */
    private record Rule(String name, Condition condition) {}

    private interface Condition {
        boolean admits(ActorFilter filter, @Nullable ActorContext actor);
    }
}
