package dev.agenthost.walk.platform;

import dev.agenthost.walk.picture.OneBotDrawing;
import dev.agenthost.walk.picture.ShownMessage;
import java.util.List;
import java.util.Optional;

/** A private chat by OneBot 11, which has no edits and no buttons. */
record OneBotGuideChat(HeldOneBot platform, long chat) implements GuideChat {
    @Override
    public String title() {
        return "OneBot 11";
    }

    @Override
    public String kind() {
        return "private chat";
    }

    @Override
    public String accent() {
        return "#0b7a75";
    }

    @Override
    public List<ShownMessage> shown() {
        return platform.oneBot().messages("person_" + chat).stream()
                .map(message -> ShownMessage.ofAgent(OneBotDrawing.blocks(message.segments())))
                .toList();
    }

    @Override
    public boolean hasUnfinishedAnswers() {
        return false;
    }

    @Override
    public Optional<ShownMessage> press(String botId, String webhook, String label) {
        throw new UnsupportedOperationException("OneBot has no buttons");
    }
}
