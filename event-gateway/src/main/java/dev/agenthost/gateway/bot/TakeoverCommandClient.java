package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.bot.TakeoverCommandResult;
import java.util.concurrent.CompletionStage;

/** Submits commands of operators. */
public interface TakeoverCommandClient {
    /** Fails if the result is not known, also within the time limit. The takeover may have begun; a repetition has the same effect. */
    CompletionStage<TakeoverCommandResult> submit(TakeoverCommand command);
}
