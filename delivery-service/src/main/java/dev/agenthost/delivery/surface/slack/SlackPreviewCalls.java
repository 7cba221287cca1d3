package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.calls.BotRate;
import dev.agenthost.delivery.surface.preview.MessageCalls;
import dev.agenthost.delivery.surface.preview.MessageStep;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.slack.rendering.MessageBody;
import dev.agenthost.im.slack.rendering.SlackRenderer;
import dev.agenthost.im.slack.rendering.SlackTarget;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The calls of a preview at Slack: a message whose text is replaced while it grows. */
record SlackPreviewCalls(
        SlackClient client, SlackApp app, SlackTarget target, BotRate messages, BotRate edits, SendKey key)
        implements MessageCalls<FormattedText> {
    private static final Duration INTERVAL = Duration.ofMillis(1_200);

    @Override
    public Optional<Preview.Content<FormattedText>> content(String markdown) {
        return SlackRenderer.previewText(markdown).map(text -> new Preview.Content<>(text.text(), text.isFull()));
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
        return rate(step).takeForPreview();
    }

    @Override
    public Uni<Void> pause(MessageStep step, Duration delay) {
        return rate(step).pause(delay);
    }

    @Override
    public Uni<CallOutcome> make(
            MessageStep step, PreviewMessage message, int number, FormattedText shown, BooleanSupplier maySend) {
        SlackCall call = step == MessageStep.UPDATE
                ? SlackRenderer.edit(target, Objects.requireNonNull(message.id()), shown)
                : SlackRenderer.preview(target, shown);
        return client.call(app, call.method(), MessageBody.of(call, key.idempotencyKey()), maySend);
    }

    private BotRate rate(MessageStep step) {
        return step == MessageStep.UPDATE ? edits : messages;
    }
}
