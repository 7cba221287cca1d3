package dev.agenthost.walk.picture;

import java.util.List;

/**
 * A conversation at one platform, in panels side by side.
 *
 * @param platform name of the platform, as people write it
 * @param chat kind of the chat
 * @param accent colour of the platform, {@code #rrggbb}
 */
public record ChatPicture(String platform, String chat, String accent, List<Panel> panels) {
    public ChatPicture {
        panels = List.copyOf(panels);
    }

    /** The words that every picture has below its panels, and its guide beside it. */
    public String caption() {
        return "Drawing of what the scripted counterpart received; not a picture of " + platform + ".";
    }

    /**
     * The chat at one moment.
     *
     * @param isGrowing true while the last message is unfinished
     */
    public record Panel(String title, boolean isGrowing, List<ShownMessage> messages) {
        public Panel {
            messages = List.copyOf(messages);
        }
    }
}
