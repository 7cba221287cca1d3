package dev.agenthost.binding.bot;

import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.error.FailureCode;

/** A bot of another workspace has the id, which is unique on the host: the address of the webhook has no workspace. */
public record BotIdInUse() implements WriteRefusal {
    @Override
    public FailureCode code() {
        return FailureCode.CONFLICT;
    }

    @Override
    public String detail() {
        return "The bot_id is in use on this host. Choose another one.";
    }

    @Override
    public String field() {
        return "bot_id";
    }
}
