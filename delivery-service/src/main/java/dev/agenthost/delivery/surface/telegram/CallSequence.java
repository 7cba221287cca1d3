package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.CallProgress;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.calls.CallOutcome;
import dev.agenthost.im.telegram.rendering.CallFallback;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one claimed part, from the first one that is not answered. Each is recorded before it is made and after it is
 * answered, under the epoch of the claim: a replica that lost the claim records nothing, and so makes no call.
 */
final class CallSequence {
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);

    private final SendRepository sends;
    private final BotCaller bot;
    private final InterruptedCalls policy;
    private final ClaimedSend claimed;
    private final List<BotApiCall> calls;
    private final BooleanSupplier holdsClaim;

    /** The id of the supergroup that the chat became; null for none. */
    private volatile @Nullable Long movedTo;

    CallSequence(
            SendRepository sends,
            BotCaller bot,
            InterruptedCalls policy,
            ClaimedSend claimed,
            List<BotApiCall> calls,
            BooleanSupplier holdsClaim) {
        this.sends = sends;
        this.bot = bot;
        this.policy = policy;
        this.claimed = claimed;
        this.calls = calls;
        this.holdsClaim = holdsClaim;
    }

    /** Fails if a call cannot be recorded; it stays in doubt for the next claim. */
    Uni<SurfaceCallResult> run() {
        CallProgress stored = claimed.calls();
        return stored.hasBegun() && policy == InterruptedCalls.LEAVE ? leave(stored) : from(stored);
    }

    private Uni<SurfaceCallResult> from(CallProgress progress) {
        if (progress.answered() >= calls.size()) {
            return result(
                    progress.unknown() == 0
                            ? new SurfaceCallResult.Shown(progress.messageId())
                            : new SurfaceCallResult.PartlyUnknown(
                                    RejectionCode.TELEGRAM_CALL_UNKNOWN,
                                    progress.unknown() + " of " + calls.size()
                                            + " calls had no answer and may be missing in the chat"));
        }
        BotApiCall call = calls.get(progress.answered());
        return record(progress.begun(), () -> make(progress, movedTo == null ? call : call.in(movedTo)));
    }

    private Uni<SurfaceCallResult> make(CallProgress progress, BotApiCall call) {
        return bot.call(call, holdsClaim).chain(outcome -> answered(progress, call, outcome));
    }

    private Uni<SurfaceCallResult> answered(CallProgress progress, BotApiCall call, CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Accepted(Long messageId) ->
                next(progress.answered(messageId == null ? null : messageId.toString()));
            case CallOutcome.NotModified() -> next(progress.answered(null));
            case CallOutcome.RetryAfter(Duration delay) ->
                stop(progress.notMade(), new SurfaceCallResult.Later(delay, RejectionCode.TELEGRAM_GIVEN_UP));
            case CallOutcome.Failed(int code, String description) -> stop(progress.notMade(), noAnswer(description));
            case CallOutcome.Moved(long chatId) -> moved(progress, call, chatId);
            case CallOutcome.Refused(int code, String description) ->
                CallFallback.of(call, description)
                        .map(plainer -> make(progress, plainer))
                        .orElseGet(() -> result(refused(progress, code, description)));
            case CallOutcome.Unclear(String why) ->
                policy == InterruptedCalls.LEAVE ? leave(progress) : result(noAnswer(why));
            case CallOutcome.NotSent(String why, boolean mayRepeat) -> notSent(progress, why, mayRepeat);
        };
    }

    private Uni<SurfaceCallResult> next(CallProgress after) {
        return record(after, () -> from(after));
    }

    private Uni<SurfaceCallResult> leave(CallProgress progress) {
        return next(progress.left());
    }

    private Uni<SurfaceCallResult> moved(CallProgress progress, BotApiCall call, long chatId) {
        if (movedTo != null) {
            return result(refused(progress, 400, "the chat has moved again"));
        }
        movedTo = chatId;
        return make(progress, call.in(chatId));
    }

    private Uni<SurfaceCallResult> notSent(CallProgress progress, String why, boolean mayRepeat) {
        if (!mayRepeat) {
            return result(new SurfaceCallResult.NotSendable(RejectionCode.TELEGRAM_ADDRESS_FORBIDDEN, why));
        }
        return stop(progress.notMade(), holdsClaim.getAsBoolean() ? noAnswer(why) : new SurfaceCallResult.Withheld());
    }

    private SurfaceCallResult refused(CallProgress progress, int status, String description) {
        RejectionCode code =
                switch (status) {
                    case 401 -> RejectionCode.TELEGRAM_UNAUTHORIZED;
                    case 403 -> RejectionCode.TELEGRAM_FORBIDDEN;
                    default -> RejectionCode.TELEGRAM_REFUSED;
                };
        return new SurfaceCallResult.Refused(
                code,
                "call " + (progress.answered() + 1) + " of " + calls.size() + ": " + status + " "
                        + bot.clean(description));
    }

    private SurfaceCallResult noAnswer(String why) {
        return new SurfaceCallResult.NoAnswer(bot.clean(why), RejectionCode.TELEGRAM_GIVEN_UP);
    }

    private Uni<SurfaceCallResult> stop(CallProgress after, SurfaceCallResult result) {
        return record(after, () -> result(result));
    }

    /** Continues once the progress is stored. */
    private Uni<SurfaceCallResult> record(CallProgress progress, Supplier<Uni<SurfaceCallResult>> then) {
        return Uni.createFrom()
                .deferred(() -> sends.recordCalls(claimed, progress))
                .onFailure(failure -> holdsClaim.getAsBoolean())
                .retry()
                .withBackOff(FIRST_DELAY, LONGEST_DELAY)
                .indefinitely()
                .chain(isStored -> isStored ? then.get() : result(new SurfaceCallResult.Withheld()));
    }

    private static Uni<SurfaceCallResult> result(SurfaceCallResult result) {
        return Uni.createFrom().item(result);
    }
}
