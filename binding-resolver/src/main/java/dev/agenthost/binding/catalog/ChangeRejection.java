package dev.agenthost.binding.catalog;

import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.error.FailureCode;
import java.util.List;

/** The constraints between agents, bindings and bots for which a change is refused. */
public sealed interface ChangeRejection extends WriteRefusal {
    @Override
    default FailureCode code() {
        return FailureCode.CONFLICT;
    }

    /**
     * The agent cannot be deleted, because bindings or bots name it.
     *
     * @param users each with its kind, for instance {@code binding support}; at least one
     */
    record InUse(List<String> users) implements ChangeRejection {
        public InUse {
            users = List.copyOf(users);
        }

        @Override
        public String detail() {
            return "Other definitions refer to this agent: " + String.join(", ", users) + ".";
        }
    }

    /** The agent that a binding or a bot names does not exist. */
    record NoSuchAgent() implements ChangeRejection {
        @Override
        public FailureCode code() {
            return FailureCode.INVALID_ARGUMENT;
        }

        @Override
        public String detail() {
            return "agent_id must be the id of an agent of this workspace.";
        }

        @Override
        public String field() {
            return "agent_id";
        }
    }

    /** An enabled binding matches some event equally well. */
    record Clashing(String otherBindingId) implements ChangeRejection {
        @Override
        public String detail() {
            return "Binding " + otherBindingId + " has the same scope, event pattern and priority, and filters"
                    + " that admit the same actors. Set another priority for one of them.";
        }

        @Override
        public String field() {
            return "priority";
        }
    }
}
