package dev.agenthost.walk.page;

import dev.agenthost.walk.box.WalkBox;
import dev.agenthost.walk.runner.Ledger;

/** Promises of the chat page; each group of them is an interface, so that one box and one browser serve them all. */
interface PageScenario {

    /** The bot whose answers the test controls. */
    String LED = "led";

    WalkBox walk();

    /** The runner behind {@link #LED}, connected. */
    ManualRunner puppet();

    /** The calls of the tools of rehearsals. */
    Ledger ledger();

    /** A browser of a person's own, with a window so large. */
    ChatPage someone(int width, int height, String language);

    default ChatPage someone(int width, int height) {
        return someone(width, height, "en-GB");
    }

    default ChatPage someone() {
        return someone(1180, 760);
    }

    /** A key of a workspace of its own. */
    String foreignKey();

    default String key() {
        return walk().box.apiKey();
    }
}
