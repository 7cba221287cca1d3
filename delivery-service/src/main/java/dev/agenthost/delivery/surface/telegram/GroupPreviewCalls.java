package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.surface.preview.MessageCalls;
import dev.agenthost.delivery.surface.preview.MessageStep;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.im.telegram.rendering.TelegramTarget;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The calls of a preview in a group or channel: a message that is edited. */
record GroupPreviewCalls(BotCaller bot, TelegramTarget target, ChatGate gate) implements MessageCalls<FormattedText> {
    /** A group has at most 20 messages in a minute (https://core.telegram.org/bots/faq). */
    private static final Duration INTERVAL = Duration.ofSeconds(3);

    @Override
    public Optional<Preview.Content<FormattedText>> content(String markdown) {
        List<FormattedText> messages = TelegramRenderer.messages(MarkdownReader.read(markdown));
        return messages.stream().findFirst().map(first -> new Preview.Content<>(first, messages.size() > 1));
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public boolean hasCards() {
        return false;
    }

    @Override
    public Uni<Duration> take(MessageStep step) {
        return gate.takeForPreview(target.chatId());
    }

    @Override
    public Uni<Void> pause(MessageStep step, Duration delay) {
        return gate.pause(target.chatId(), delay);
    }

    @Override
    public Uni<CallOutcome> make(
            MessageStep step, PreviewMessage message, int number, FormattedText shown, BooleanSupplier maySend) {
        BotApiCall call = message.id() == null
                ? TelegramRenderer.send(target, shown, true)
                : TelegramRenderer.edit(target, Long.parseLong(message.id()), shown);
        return bot.call(call, maySend);
    }
}
