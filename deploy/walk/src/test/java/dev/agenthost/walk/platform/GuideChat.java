package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.picture.ShownMessage;
import java.util.List;
import java.util.Optional;

/** The chat of a guide's picture at one scripted platform: a person writes and presses buttons, and its counterpart has received messages. */
interface GuideChat {
    HeldPlatform platform();

    /** Returns the number of the chat; no other scenario has it. */
    long chat();

    /** Completes the registration of the bot. */
    default void complete(ObjectNode bot) {
        platform().complete(bot);
    }

    /** Returns the name of the platform, as people write it. */
    String title();

    /** Returns the kind of the chat. */
    String kind();

    /** Returns the colour of the picture, {@code #rrggbb}. */
    String accent();

    /** Returns the messages of the bot that the chat shows now, also an unfinished one. */
    List<ShownMessage> shown() throws Exception;

    /** Reports the message of a person to the webhook of a bot; returns the status of the answer. */
    default int write(String webhook, String text) throws Exception {
        return platform().report(webhook, chat(), text);
    }

    /** Returns the message of a person as the chat shows it. */
    default String asShown(String text) {
        return text;
    }

    /** False for a platform that shows complete answers only. */
    default boolean hasUnfinishedAnswers() {
        return true;
    }

    /** False for a platform whose question has no buttons any more when one was pressed. */
    default boolean keepsButtons() {
        return true;
    }

    /**
     * A person presses a button of the question.
     *
     * @return the notice that the person sees, or the question as it is from then on; empty for none
     */
    Optional<ShownMessage> press(String botId, String webhook, String label) throws Exception;
}
