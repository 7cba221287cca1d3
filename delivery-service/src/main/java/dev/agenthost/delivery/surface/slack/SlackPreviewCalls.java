package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.preview.MessageCalls;
import dev.agenthost.delivery.surface.preview.MessageStep;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.slack.rendering.MessageBody;
import dev.agenthost.im.slack.rendering.PreviewedMessage;
import dev.agenthost.im.slack.rendering.SlackRenderer;
import dev.agenthost.im.slack.rendering.SlackRenderer.PreviewText;
import dev.agenthost.im.slack.rendering.SlackTarget;
import dev.agenthost.im.slack.rendering.StreamTarget;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The calls of a preview at Slack: a stream to which text is appended, or a message whose text is replaced while it grows.
 *
 * <pre>
 *  stream refused, or too many of them ──► message that is edited
 *  appended text refused or in doubt, or another beginning ──► the stream is stopped, and its message is edited
 * </pre>
 */
record SlackPreviewCalls(
        SlackClient client,
        SlackApp app,
        SlackTarget target,
        SlackPreviewRates rates,
        SendKey key,
        StreamedPreview stream)
        implements MessageCalls<PreviewText> {
    private static final Duration INTERVAL = Duration.ofMillis(1_200);

    @Override
    public Optional<Preview.Content<PreviewText>> content(String markdown) {
        return SlackRenderer.previewText(markdown).map(text -> new Preview.Content<>(text, text.isFull()));
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
        return rates.of(step, stream.isOpen()).takeForPreview();
    }

    @Override
    public Uni<Void> pause(MessageStep step, Duration delay) {
        return rates.of(step, stream.isOpen()).pause(delay);
    }

    @Override
    public Uni<CallOutcome> make(
            MessageStep step, PreviewMessage message, int number, PreviewText shown, BooleanSupplier maySend) {
        return step == MessageStep.UPDATE
                ? update(PreviewedMessage.of(Objects.requireNonNull(message.id())), shown, maySend)
                : start(shown, maySend);
    }

    /** The first words do not wait for the rate of starts, or for its store: they are a message then. */
    private Uni<CallOutcome> start(PreviewText shown, BooleanSupplier maySend) {
        Optional<SlackCall> start = stream.start(shown);
        return start.isEmpty()
                ? post(shown, maySend)
                : rates.streams()
                        .take()
                        .onFailure()
                        .recoverWithItem(INTERVAL)
                        .chain(wait -> wait.isZero()
                                ? call(start.get(), maySend).chain(outcome -> started(shown, outcome, maySend))
                                : post(shown, maySend));
    }

    private Uni<CallOutcome> started(PreviewText shown, CallOutcome outcome, BooleanSupplier maySend) {
        return switch (outcome) {
            case CallOutcome.Accepted(String ts)
            when ts != null -> {
                stream.shows(shown);
                yield outcome(new CallOutcome.Accepted(new PreviewedMessage(ts, true).id()));
            }
            case CallOutcome.Refused refused -> post(shown, maySend);
            case CallOutcome.RetryAfter(Duration delay) ->
                rates.streams().pause(delay).onFailure().recoverWithNull().chain(() -> post(shown, maySend));
            default -> outcome(outcome);
        };
    }

    private Uni<CallOutcome> post(PreviewText shown, BooleanSupplier maySend) {
        return call(SlackRenderer.preview(target, shown.text()), maySend);
    }

    private Uni<CallOutcome> update(PreviewedMessage message, PreviewText shown, BooleanSupplier maySend) {
        if (!message.isStreamed() || stream.hasEnded()) {
            return edit(message, shown, maySend);
        }
        Optional<SlackCall> append = stream.append(message.ts(), shown);
        if (append.isEmpty()) {
            return call(StreamTarget.stop(target.channel(), message.ts()), maySend)
                    .chain(outcome -> stopped(message, shown, outcome, maySend));
        }
        return append.get().parameters().path(SlackCall.MARKDOWN).asText().isBlank()
                ? outcome(new CallOutcome.NotModified())
                : call(append.get(), maySend).map(outcome -> appended(shown, outcome));
    }

    /** After a refusal the text is shown by the next call, which edits the message. */
    private CallOutcome appended(PreviewText shown, CallOutcome outcome) {
        switch (outcome) {
            case CallOutcome.Accepted accepted -> stream.shows(shown);
            case CallOutcome.Refused refused -> stream.lost();
            case CallOutcome.Unclear unclear -> stream.lost();
            default -> {}
        }
        return outcome instanceof CallOutcome.Refused(int code, String why)
                ? new CallOutcome.NotSent(code + " " + why, true)
                : outcome;
    }

    /** A stop that is refused is of a stream that has ended: the edit tells. */
    private Uni<CallOutcome> stopped(
            PreviewedMessage message, PreviewText shown, CallOutcome outcome, BooleanSupplier maySend) {
        if (outcome instanceof CallOutcome.Accepted || outcome instanceof CallOutcome.Refused) {
            stream.ended();
            return edit(message, shown, maySend);
        }
        return outcome(outcome);
    }

    private Uni<CallOutcome> edit(PreviewedMessage message, PreviewText shown, BooleanSupplier maySend) {
        return call(SlackRenderer.edit(target, message.ts(), shown.text()), maySend);
    }

    private Uni<CallOutcome> call(SlackCall call, BooleanSupplier maySend) {
        return client.call(app, call.method(), MessageBody.of(call, key.idempotencyKey()), maySend);
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
