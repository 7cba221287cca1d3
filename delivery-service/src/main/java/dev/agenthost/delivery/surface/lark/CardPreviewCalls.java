package dev.agenthost.delivery.surface.lark;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.preview.MessageCalls;
import dev.agenthost.delivery.surface.preview.MessageStep;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.im.lark.client.LarkClient;
import dev.agenthost.im.lark.rendering.LarkTarget;
import dev.agenthost.im.lark.rendering.StreamingCard;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The calls of a preview at Lark: a card is created, shown by a message, and its text replaced while it grows. */
record CardPreviewCalls(LarkClient client, LarkApp app, LarkTarget target, LarkGate gate, SendKey key)
        implements MessageCalls<String> {
    private static final Duration INTERVAL = Duration.ofMillis(300);

    @Override
    public Optional<Preview.Content<String>> content(String markdown) {
        return StreamingCard.text(markdown).map(text -> new Preview.Content<>(text.markdown(), text.isFull()));
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public boolean hasCards() {
        return true;
    }

    @Override
    public Uni<Duration> take(MessageStep step) {
        return step == MessageStep.SEND ? gate.takeForPreview() : gate.takeCard();
    }

    @Override
    public Uni<Void> pause(MessageStep step, Duration delay) {
        return step == MessageStep.SEND ? gate.pause(delay) : gate.pauseCards(delay);
    }

    @Override
    public Uni<CallOutcome> make(
            MessageStep step, PreviewMessage message, int number, String shown, BooleanSupplier maySend) {
        return switch (step) {
            case CREATE_CARD -> call(StreamingCard.create(shown), maySend);
            case SEND -> call(StreamingCard.show(target, cardId(message)), maySend);
            case UPDATE -> replace(cardId(message), shown, number, maySend);
        };
    }

    private Uni<CallOutcome> replace(String cardId, String shown, int number, BooleanSupplier maySend) {
        return call(StreamingCard.replace(cardId, shown, number), maySend)
                .chain(outcome -> StreamingCard.hasEnded(outcome)
                        ? call(StreamingCard.renew(cardId, shown, number), maySend)
                        : Uni.createFrom().item(outcome));
    }

    private Uni<CallOutcome> call(LarkCall call, BooleanSupplier maySend) {
        return client.call(app, call.keyed(key.idempotencyKey()), maySend);
    }

    private static String cardId(PreviewMessage message) {
        return Objects.requireNonNull(message.cardId());
    }
}
