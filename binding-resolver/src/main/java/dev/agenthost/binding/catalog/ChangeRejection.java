package dev.agenthost.binding.catalog;

import java.util.List;

/** The reason for which a change was refused. */
public sealed interface ChangeRejection {
    /** The id is taken. */
    record Exists() implements ChangeRejection {}

    /** No object has that id. */
    record Missing() implements ChangeRejection {}

    /** Another caller changed the object in between. */
    record Stale(int currentVersion) implements ChangeRejection {}

    /** The agent cannot be deleted, because bindings name it. */
    record InUse(List<String> bindingIds) implements ChangeRejection {
        public InUse {
            bindingIds = List.copyOf(bindingIds);
        }
    }

    /** The agent that a binding names does not exist. */
    record NoSuchAgent() implements ChangeRejection {}

    /** An enabled binding matches some event equally well. */
    record Clashing(String otherBindingId) implements ChangeRejection {}
}
