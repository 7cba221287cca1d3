package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.calls.CallSequence;
import dev.agenthost.delivery.surface.calls.EarlierCall;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.im.slack.rendering.PreviewedMessage;
import dev.agenthost.im.slack.rendering.SlackRenderer;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Makes the calls of a part after its preview, whose message becomes the first message of the part. A message of a preview in doubt is looked
 * for.
 */
record SlackPart(
        PreviewRepository previews, SlackCaller caller, CallSequence<SlackCall> sequence, SendKey key, String channel) {
    /** Time after which a preview is asked for again while a call of it is under way. */
    private static final Duration BUSY = Duration.ofMillis(300);

    Uni<SurfaceCallResult> make(List<SlackCall> calls) {
        return previews.close(key).chain(preview -> switch (preview) {
            case PreviewRepository.Closed.Nothing() -> sequence.run(calls);
            case PreviewRepository.Closed.Shown(PreviewMessage message, int number) ->
                replacing(PreviewedMessage.of(Objects.requireNonNull(message.id())), calls);
            case PreviewRepository.Closed.InDoubt(PreviewMessage message, int number, Duration age) ->
                caller.findPreview(age, calls).chain(found -> inDoubt(found, age, calls));
            case PreviewRepository.Closed.Busy() -> later(BUSY);
        });
    }

    private Uni<SurfaceCallResult> inDoubt(EarlierCall found, Duration age, List<SlackCall> calls) {
        return switch (found) {
            case EarlierCall.Made(String id) ->
                previews.settle(key, id).chain(() -> replacing(PreviewedMessage.of(id), calls));
            case EarlierCall.NotMade() -> previews.settle(key, null).chain(() -> sequence.run(calls));
            case EarlierCall.NotVisible() -> sequence.runInDoubt(calls, age);
            case EarlierCall.Later(Duration delay) -> later(delay);
        };
    }

    private Uni<SurfaceCallResult> replacing(PreviewedMessage preview, List<SlackCall> calls) {
        return sequence.run(SlackRenderer.replacing(channel, preview, calls));
    }

    private static Uni<SurfaceCallResult> later(Duration delay) {
        return Uni.createFrom().item(new SurfaceCallResult.Later(delay, RejectionCode.BOT_GIVEN_UP));
    }
}
