package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.surface.calls.PreviewedPart;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.rendering.DiscordRenderer;
import dev.agenthost.im.discord.rendering.DiscordTarget;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The preview of a part: a message, which becomes the first message of the part. */
record PreviewedMessageForm(DiscordTarget target) implements PreviewedPart.PreviewForm<DiscordCall> {
    private static final FormattedText NOTHING = FormattedText.plain("…");

    @Override
    public List<DiscordCall> replacing(PreviewMessage message, int shown, List<DiscordCall> calls) {
        return DiscordRenderer.replacing(target.channel(), Objects.requireNonNull(message.id()), calls);
    }

    /** The nonce decides which message it is, whatever its text: one that is sent now has that of the part, which replaces it. */
    @Override
    public Optional<DiscordCall> repeated(PreviewMessage message, List<DiscordCall> calls) {
        FormattedText text = !calls.isEmpty()
                        && calls.getFirst() instanceof DiscordCall.Post post
                        && !post.text().isBlank()
                ? post.text()
                : NOTHING;
        return Optional.of(DiscordRenderer.preview(target, text));
    }
}
