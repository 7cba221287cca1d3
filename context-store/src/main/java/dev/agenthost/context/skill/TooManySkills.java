package dev.agenthost.context.skill;

import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.error.FailureCode;

/** The workspace's quota has no room for another skill. */
public record TooManySkills() implements WriteRefusal {
    @Override
    public FailureCode code() {
        return FailureCode.PAYLOAD_TOO_LARGE;
    }

    @Override
    public String detail() {
        return "The workspace's quota has no room for another skill.";
    }
}
