package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
import java.util.concurrent.CompletionStage;

/** Submits pressed buttons of questions. A repetition has the same result. */
public interface ButtonPressClient {
    /** Fails if the result is not known, also within the time limit. */
    CompletionStage<ButtonPressResult> press(ButtonPress press);
}
