package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.im.telegram.rendering.TelegramTarget;
import dev.agenthost.protocol.delivery.OutboundDelta;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A preview in a private chat: a draft (https://core.telegram.org/bots/api#sendmessagedraft). It is no message, so it needs no store; a lost
 * or late one changes nothing that stays.
 *
 * @param draftId not zero; a repetition of the part on another replica has the same one
 */
record DraftPreview(BotCaller bot, TelegramTarget target, long draftId) implements Preview<FormattedText> {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    /** A draft disappears after 30 seconds; it is repeated before. */
    private static final Duration LIFETIME = Duration.ofSeconds(25);

    private static final FormattedText NOTHING = FormattedText.plain("");

    static DraftPreview of(BotCaller bot, TelegramTarget target, OutboundDelta part) {
        int hash = Objects.hash(part.runId().value(), part.part()) & Integer.MAX_VALUE;
        return new DraftPreview(bot, target, 1 + hash % (Integer.MAX_VALUE - 1));
    }

    /** A draft shows the message that is being written; one without a text shows that the bot is thinking. */
    @Override
    public Optional<Content<FormattedText>> content(String markdown) {
        List<FormattedText> messages = TelegramRenderer.messages(MarkdownReader.read(markdown));
        return Optional.of(new Content<>(messages.isEmpty() ? NOTHING : messages.getLast(), false));
    }

    @Override
    public Uni<CallOutcome> show(FormattedText shown, BooleanSupplier maySend) {
        return bot.call(TelegramRenderer.draft(target, draftId, shown), maySend);
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public Duration lifetime() {
        return LIFETIME;
    }
}
