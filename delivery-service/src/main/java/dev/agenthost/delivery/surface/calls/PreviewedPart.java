package dev.agenthost.delivery.surface.calls;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.im.chat.calls.CallOutcome;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Makes the calls of a part after its preview, whose message becomes the first message of the part, on a platform that has keys of
 * messages. A message of a preview in doubt is repeated under its key first: it is there once, and its id is known. A preview whose key the
 * platform may have forgotten follows the policy of the bot.
 *
 * @param <C> the calls of the platform
 */
public record PreviewedPart<C>(
        PreviewRepository previews,
        PartCalls<C> caller,
        CallSequence<C> sequence,
        SendKey key,
        PreviewForm<C> form,
        BooleanSupplier holdsClaim) {
    /** Time after which a preview is asked for again while a call of it is under way. */
    private static final Duration BUSY = Duration.ofMillis(300);

    /** The previews of a platform. */
    public interface PreviewForm<C> {
        /**
         * Returns the calls of a part in the place of its preview.
         *
         * @param shown number of the last call of the preview
         */
        List<C> replacing(PreviewMessage message, int shown, List<C> calls);

        /** Returns the call that sends the message of the preview again, under its key; empty if there cannot be one. */
        Optional<C> repeated(PreviewMessage message, List<C> calls);
    }

    public Uni<SurfaceCallResult> make(List<C> calls) {
        return previews.close(key).chain(preview -> switch (preview) {
            case PreviewRepository.Closed.Nothing() -> sequence.run(calls);
            case PreviewRepository.Closed.Shown(PreviewMessage message, int number) ->
                sequence.run(form.replacing(message, number, calls));
            case PreviewRepository.Closed.InDoubt(PreviewMessage message, int number, Duration age) ->
                form.repeated(message, calls)
                        .map(repeated -> inDoubt(repeated, message, number, age, calls))
                        .orElseGet(() -> sequence.run(calls));
            case PreviewRepository.Closed.Busy() -> later(BUSY);
        });
    }

    private Uni<SurfaceCallResult> inDoubt(
            C repeated, PreviewMessage message, int number, Duration age, List<C> calls) {
        if (age.compareTo(caller.repeatableFor(repeated)) >= 0) {
            return sequence.runInDoubt(calls, age);
        }
        return caller.take(repeated)
                .chain(wait -> wait.isZero()
                        ? sequence.runFirst(() -> caller.call(repeated, holdsClaim)
                                .chain(outcome -> settled(repeated, message, number, outcome, calls)))
                        : later(wait));
    }

    private Uni<SurfaceCallResult> settled(
            C repeated, PreviewMessage message, int number, CallOutcome outcome, List<C> calls) {
        return switch (outcome) {
            case CallOutcome.Accepted(String id)
            when id != null ->
                previews.settle(key, id).chain(() -> sequence.run(form.replacing(message.withId(id), number, calls)));
            case CallOutcome.Refused refused -> withoutPreview(calls);
            // The message was there, and is not any more.
            case CallOutcome.NotModified gone -> withoutPreview(calls);
            case CallOutcome.RetryAfter(Duration delay) ->
                caller.pause(repeated, delay)
                        .onFailure()
                        .recoverWithNull()
                        .chain(() -> sequence.firstNotMade(() -> later(delay)));
            default ->
                Uni.createFrom()
                        .item(new SurfaceCallResult.NoAnswer("the preview is in doubt", RejectionCode.BOT_GIVEN_UP));
        };
    }

    /** The begin of the repeated call is not that of the first message of the part, which was never made. */
    private Uni<SurfaceCallResult> withoutPreview(List<C> calls) {
        return sequence.firstNotMade(() -> previews.settle(key, null).chain(() -> sequence.runAfterFirst(calls)));
    }

    private static Uni<SurfaceCallResult> later(Duration delay) {
        return Uni.createFrom().item(new SurfaceCallResult.Later(delay, RejectionCode.BOT_GIVEN_UP));
    }
}
