package dev.agenthost.walk.platform;

import dev.agenthost.walk.picture.ShownMessage;
import java.util.List;
import java.util.Optional;

/** The chat of a guide's picture at one scripted platform: a person writes and presses buttons, and its counterpart has received messages. */
interface GuideChat {
    /** The number of the chat; no other scenario has it. */
    long CHAT = 4_800_048;

    HeldPlatform platform();

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
        return platform().report(webhook, CHAT, text);
    }

    /** Returns the message of a person as the chat shows it. */
    default String asShown(String text) {
        return text;
    }

    /** False for a platform that shows complete answers only. */
    default boolean hasUnfinishedAnswers() {
        return true;
    }

    /**
     * A person presses a button of the question.
     *
     * @return the notice that the person sees; empty for none
     */
    Optional<ShownMessage> press(String botId, String webhook, String label) throws Exception;
}
