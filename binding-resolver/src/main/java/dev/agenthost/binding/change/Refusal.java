package dev.agenthost.binding.change;

import java.util.List;

/** Why a change was not made. */
public sealed interface Refusal {
    /** The id is taken. */
    record Exists() implements Refusal {}

    /** There is none of that id. */
    record Missing() implements Refusal {}

    /** Somebody changed it in between. */
    record Stale(int currentVersion) implements Refusal {}

    /** An agent cannot go: bindings name it. */
    record InUse(List<String> bindingIds) implements Refusal {
        public InUse {
            bindingIds = List.copyOf(bindingIds);
        }
    }

    /** The agent that a binding names does not exist. */
    record NoSuchAgent() implements Refusal {}

    /** An enabled binding could not be told from it by any event that both fit. */
    record Clashing(String otherBindingId) implements Refusal {}
}
