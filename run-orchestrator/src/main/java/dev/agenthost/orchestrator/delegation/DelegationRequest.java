package dev.agenthost.orchestrator.delegation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.protocol.event.Delegation.DelegationLimits;
import dev.agenthost.protocol.event.DelegationBudget;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.json.CanonicalJson;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code run_delegate}.
 *
 * @param delegation the name of the task, its agent and its limits
 * @param input what the agent is asked, at most 256 KiB as JSON
 * @param data facts for the agent, at most 64 KiB as JSON
 * @param notifies true if the end of the delegated run continues the delegating runner once its own run has ended
 */
public record DelegationRequest(Delegation delegation, AgentInput input, ObjectNode data, boolean notifies) {
    private static final int MOST_INPUT = 256 * 1024;

    public DelegationRequest {
        Fields.required(delegation, "delegation");
        Fields.required(input, "input");
        data = Fields.object(data);
    }

    /** @throws InvalidFieldException for the first argument that is wrong */
    public static DelegationRequest read(JsonNode arguments) {
        Arguments read;
        try {
            read = ProtocolCodec.decode(arguments, Arguments.class);
        } catch (UndecodableException unreadable) {
            throw new InvalidFieldException(unreadable.field(), unreadable.why());
        }
        if (read.input().interaction() != null) {
            throw new InvalidFieldException("input.interaction", "must be absent");
        }
        if (read.input().equals(AgentInput.empty())) {
            throw new InvalidFieldException("input", "must have a text or contents");
        }
        size(read.input(), MOST_INPUT, "input");
        size(read.data(), EventLimits.OBJECT_BYTES, "data");
        return new DelegationRequest(
                new Delegation(read.delegationId(), read.agentId(), read.runSeconds(), read.limits(), read.budget()),
                read.input(),
                read.data(),
                read.notifies());
    }

    /**
     * Returns the digest by which a repetition is told from another task of the same name. Time and budget are no part of it: a repetition may
     * have less left, and those of the first call hold.
     */
    String fingerprint() {
        Delegation task = new Delegation(delegation.delegationId(), delegation.agentId(), null, delegation.limits());
        return CanonicalJson.sha256(ProtocolCodec.tree(new DelegationRequest(task, input, data, notifies)));
    }

    private static void size(Object value, int most, String field) {
        if (ProtocolCodec.encode(value).length > most) {
            throw new InvalidFieldException(field, "must have at most " + most / 1024 + " KiB");
        }
    }

    private record Arguments(
            String delegationId,
            String agentId,
            AgentInput input,
            ObjectNode data,
            @Nullable Integer runSeconds,
            @Nullable DelegationLimits limits,
            @Nullable DelegationBudget budget,
            Boolean notifies) {
        private Arguments {
            Fields.text(delegationId, EventLimits.ID_CHARS, "delegation_id");
            Fields.text(agentId, EventLimits.ID_CHARS, "agent_id");
            Fields.required(input, "input");
            data = Fields.object(data);
            notifies = Fields.or(notifies, true);
        }
    }
}
