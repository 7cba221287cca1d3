package dev.agenthost.delivery.surface.dingtalk;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.preview.MessageCalls;
import dev.agenthost.delivery.surface.preview.MessageStep;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.client.DingTalkApp;
import dev.agenthost.im.dingtalk.client.DingTalkClient;
import dev.agenthost.im.dingtalk.rendering.DingTalkTarget;
import dev.agenthost.im.dingtalk.rendering.StreamedCard;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The calls of a preview at DingTalk: a card is shown with its first words, and its text replaced while it grows. */
record DingTalkCardCalls(DingTalkClient client, DingTalkApp app, DingTalkTarget target, DingTalkGate gate, SendKey key)
        implements MessageCalls<String> {
    /** A standard organization has a number of calls in a month, so an answer does not take many. */
    private static final Duration INTERVAL = Duration.ofMillis(800);

    @Override
    public Optional<Preview.Content<String>> content(String markdown) {
        return StreamedCard.text(markdown).map(text -> new Preview.Content<>(text.markdown(), text.isFull()));
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    /** A card is created and shown by one call. */
    @Override
    public boolean hasCards() {
        return false;
    }

    @Override
    public Uni<Duration> take(MessageStep step) {
        return gate.takeForPreview();
    }

    @Override
    public Uni<Void> pause(MessageStep step, Duration delay) {
        return gate.pausePreviews(delay);
    }

    @Override
    public Uni<CallOutcome> make(
            MessageStep step, PreviewMessage message, int number, String shown, BooleanSupplier maySend) {
        DingTalkCall call =
                switch (step) {
                    case CREATE_CARD, SEND -> StreamedCard.show(target, app.robot(), shown);
                    case UPDATE -> StreamedCard.replace(Objects.requireNonNull(message.id()), shown, number);
                };
        return client.call(app, call.keyed(key.idempotencyKey()), maySend);
    }
}
