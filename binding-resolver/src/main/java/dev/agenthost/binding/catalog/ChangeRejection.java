package dev.agenthost.binding.catalog;

import java.util.List;

/** Why a change was not made. */
public sealed interface ChangeRejection {
    /** The id is taken. */
    record Exists() implements ChangeRejection {}

    /** There is none of that id. */
    record Missing() implements ChangeRejection {}

    /** Somebody changed it in between. */
    record Stale(int currentVersion) implements ChangeRejection {}

    /** An agent cannot go: bindings name it. */
    record InUse(List<String> bindingIds) implements ChangeRejection {
        public InUse {
            bindingIds = List.copyOf(bindingIds);
        }
    }

    /** The agent that a binding names does not exist. */
    record NoSuchAgent() implements ChangeRejection {}

    /** An enabled binding could not be told from it by any event that both fit. */
    record Clashing(String otherBindingId) implements ChangeRejection {}
}
