package dev.agenthost.gateway.intake;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.topic.DeadLetterReason;

/** The dead letters of platforms: their updates that cannot become events. */
public interface UpdateDeadLetters {
    /**
     * Returns true when Kafka has the dead letter, and false if it did not take it within a bounded time.
     *
     * @param detail one line without content of the update
     */
    boolean deadLetter(BotRegistration bot, JsonNode update, DeadLetterReason reason, String detail)
            throws InterruptedException;
}
