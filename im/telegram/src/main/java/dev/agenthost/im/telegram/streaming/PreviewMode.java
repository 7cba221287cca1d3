package dev.agenthost.im.telegram.streaming;

import java.time.Duration;

/** The way in which a chat shows an unfinished answer. */
public enum PreviewMode {
    /** Drafts, which exist in private chats (https://core.telegram.org/bots/api#sendmessagedraft). */
    DRAFT(Duration.ofSeconds(1)),
    /** One message that is edited; a group has at most 20 messages in a minute (https://core.telegram.org/bots/faq). */
    EDIT(Duration.ofSeconds(3)),
    /** Nothing before the final text. */
    NONE(Duration.ZERO);

    private final Duration interval;

    PreviewMode(Duration interval) {
        this.interval = interval;
    }

    /** Returns the shortest time between two operations. */
    Duration interval() {
        return interval;
    }
}
