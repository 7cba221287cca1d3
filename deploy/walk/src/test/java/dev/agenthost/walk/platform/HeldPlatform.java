package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/** A scripted platform that can hold back the answers to calls. Chats are private ones, by their number. */
interface HeldPlatform extends AutoCloseable {

    /** Returns the name of the platform, which is that of its surface. */
    String name();

    /** Returns the values of the secrets of its bots, by name. */
    Map<String, String> secrets();

    /** Returns the settings of every service for it, besides secrets. */
    default Map<String, String> settings() {
        return Map.of();
    }

    /** Adds secrets and options to the registration of a bot. */
    void complete(ObjectNode bot);

    /** Reports the message of a person to the webhook of a bot, once; returns the status of the answer. */
    int report(String webhook, long chat, String text) throws Exception;

    /**
     * Holds back the answers of messages from now on.
     *
     * @param isLost true for chats whose calls have no effect
     */
    void holdAnswers(LongPredicate isLost);

    /** Returns the number of calls whose answers are held back. */
    int heldAnswers();

    /** Closes the connections of the held answers; later calls are answered. */
    void dropAnswers();

    /** Returns the texts that the chat shows, in their order. */
    List<String> shown(long chat);

    @Override
    void close();

    /** Returns true if the platform shows a message once that is sent again under its key, or lets the host look for it. */
    default boolean hasKeys() {
        return false;
    }
}
