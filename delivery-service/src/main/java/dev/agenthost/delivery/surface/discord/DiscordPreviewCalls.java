package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.preview.MessageCalls;
import dev.agenthost.delivery.surface.preview.MessageStep;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.rendering.DiscordRenderer;
import dev.agenthost.im.discord.rendering.DiscordTarget;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The calls of a preview at Discord: a message that is edited while the answer grows. */
record DiscordPreviewCalls(DiscordCalls calls, DiscordTarget target, DiscordGate gate, SendKey key)
        implements MessageCalls<FormattedText> {
    /** At most 5 edits within 5 s, of which one is left for the complete text. */
    private static final Duration INTERVAL = Duration.ofMillis(1_250);

    @Override
    public Optional<Preview.Content<FormattedText>> content(String markdown) {
        List<FormattedText> messages = DiscordRenderer.messages(markdown);
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
        return gate.takeForPreview(step == MessageStep.UPDATE ? DiscordRoute.EDITS : DiscordRoute.MESSAGES);
    }

    /** Every replica waits already: the answer named the rate. */
    @Override
    public Uni<Void> pause(MessageStep step, Duration delay) {
        return Uni.createFrom().voidItem();
    }

    @Override
    public Uni<CallOutcome> make(
            MessageStep step, PreviewMessage message, int number, FormattedText shown, BooleanSupplier maySend) {
        String id = message.id();
        DiscordCall call =
                id == null ? DiscordRenderer.preview(target, shown) : DiscordRenderer.edit(target, id, shown);
        return calls.call(call, key.idempotencyKey(), maySend)
                .chain(result -> gate.answered(DiscordRoute.of(call), result));
    }
}
