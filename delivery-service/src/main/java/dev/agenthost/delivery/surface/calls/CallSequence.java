package dev.agenthost.delivery.surface.calls;

import dev.agenthost.delivery.send.CallProgress;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.im.chat.calls.CallOutcome;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one claimed part, from the first one that is not answered. Each is recorded before it is made and after it is
 * answered, under the epoch of the claim: a replica that lost the claim records nothing, and so makes no call.
 *
 * @param <C> the calls of the platform
 */
public final class CallSequence<C> {
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);
    /** Longest wait for the rate of a chat for which the claim is kept. */
    private static final Duration SHORT_WAIT = Duration.ofMillis(500);

    private final SendRepository sends;
    private final PartCalls<C> caller;
    private final InterruptedCalls policy;
    private final ClaimedSend claimed;
    private final BooleanSupplier holdsClaim;

    private volatile List<C> calls = List.of();

    /** The id of the chat that this one became; null for none. */
    private volatile @Nullable Long movedTo;

    public CallSequence(
            SendRepository sends,
            PartCalls<C> caller,
            InterruptedCalls policy,
            ClaimedSend claimed,
            BooleanSupplier holdsClaim) {
        this.sends = sends;
        this.caller = caller;
        this.policy = policy;
        this.claimed = claimed;
        this.holdsClaim = holdsClaim;
    }

    /** Makes the calls. Fails if a call cannot be recorded; it stays in doubt for the next claim. */
    public Uni<SurfaceCallResult> run(List<C> ofPart) {
        calls = ofPart;
        CallProgress stored = claimed.calls();
        return stored.hasBegun() ? inDoubt(stored) : from(stored);
    }

    /** Continues with a call in doubt: the platform knows whether it was made, or the policy decides. */
    private Uni<SurfaceCallResult> inDoubt(CallProgress progress) {
        C call = next(progress);
        return caller.find(call).chain(found -> switch (found) {
            case EarlierCall.Made(String messageId) -> make(progress.shown(messageId), List.of());
            case EarlierCall.NotMade notMade -> from(progress);
            case EarlierCall.NotVisible notVisible -> isLeft(call) ? leave(progress) : from(progress);
            case EarlierCall.Later(Duration delay) ->
                result(new SurfaceCallResult.Later(delay, RejectionCode.BOT_GIVEN_UP));
        });
    }

    /** A call without an answer is in doubt for the next claim; one that is left is not, unless the platform may still show its effect. */
    private Uni<SurfaceCallResult> unclear(CallProgress progress, C call, String why) {
        return !isLeft(call)
                ? result(noAnswer(why))
                : caller.find(call)
                        .chain(found ->
                                found instanceof EarlierCall.NotVisible ? leave(progress) : result(noAnswer(why)));
    }

    /**
     * Makes the calls of a part whose preview may have sent the first message already: the policy decides about that message.
     *
     * @param age of the call in doubt
     */
    public Uni<SurfaceCallResult> runInDoubt(List<C> ofPart, Duration age) {
        calls = ofPart;
        boolean firstIsLeft =
                !ofPart.isEmpty() && claimed.calls().equals(CallProgress.NONE) && isLeft(ofPart.getFirst(), age);
        return firstIsLeft ? leave(CallProgress.NONE) : run(ofPart);
    }

    /** Makes a call before those of the part, recorded as the begin of the first of them, so that a withheld part makes none. */
    public Uni<SurfaceCallResult> runFirst(Supplier<Uni<SurfaceCallResult>> call) {
        return record(claimed.calls().begun(), call);
    }

    /** Continues once it is recorded that a call of {@link #runFirst} had no effect, in this claim or in an earlier one. */
    public Uni<SurfaceCallResult> firstNotMade(Supplier<Uni<SurfaceCallResult>> then) {
        return record(claimed.calls().notMade(), then);
    }

    /** Makes the calls of a part after {@link #firstNotMade}: none of them is in doubt. */
    public Uni<SurfaceCallResult> runAfterFirst(List<C> ofPart) {
        calls = ofPart;
        return from(claimed.calls().notMade());
    }

    private Uni<SurfaceCallResult> from(CallProgress progress) {
        if (progress.answered() >= calls.size()) {
            return result(
                    progress.unknown() == 0
                            ? new SurfaceCallResult.Shown(progress.messageId())
                            : new SurfaceCallResult.PartlyUnknown(
                                    RejectionCode.BOT_CALL_UNKNOWN,
                                    progress.unknown() + " of " + calls.size()
                                            + " calls had no answer and may be missing in the chat"));
        }
        C piece = next(progress);
        C call = movedTo == null ? piece : caller.moved(piece, movedTo);
        return caller.take(call)
                .chain(wait -> wait.isZero()
                        ? record(progress.begun(), () -> make(progress, List.of(call)))
                        : waitFor(wait, progress));
    }

    /** A short wait costs less than another claim. */
    private Uni<SurfaceCallResult> waitFor(Duration wait, CallProgress progress) {
        if (wait.compareTo(SHORT_WAIT) > 0) {
            return result(new SurfaceCallResult.Later(wait, RejectionCode.BOT_GIVEN_UP));
        }
        return holdsClaim.getAsBoolean()
                ? Uni.createFrom().voidItem().onItem().delayIt().by(wait).chain(() -> from(progress))
                : result(new SurfaceCallResult.Withheld());
    }

    /** Returns true if a call in doubt is not repeated. */
    private boolean isLeft(C call) {
        return isLeft(call, claimed.age());
    }

    private boolean isLeft(C call, Duration age) {
        return policy == InterruptedCalls.LEAVE && age.compareTo(caller.repeatableFor(call)) >= 0;
    }

    private C next(CallProgress progress) {
        return pieces(progress).get(progress.piece());
    }

    private List<C> pieces(CallProgress progress) {
        return caller.pieces(calls.get(progress.answered()), progress.division());
    }

    private boolean hasFurtherPiece(CallProgress progress) {
        return progress.piece() + 1 < pieces(progress).size();
    }

    /** Makes the calls that stand for the next call of the part: it alone, or its fallbacks, of which the last one alone shows something. */
    private Uni<SurfaceCallResult> make(CallProgress progress, List<C> pending) {
        if (pending.isEmpty()) {
            CallProgress done = progress.done(hasFurtherPiece(progress));
            return record(done, () -> from(done));
        }
        C call = pending.getFirst();
        return caller.call(call, holdsClaim)
                .chain(outcome -> answered(progress, call, pending.subList(1, pending.size()), outcome));
    }

    private Uni<SurfaceCallResult> answered(CallProgress progress, C call, List<C> further, CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Accepted(String messageId) -> make(progress.shown(messageId), further);
            case CallOutcome.NotModified() -> make(progress.shown(caller.editedMessage(call)), further);
            case CallOutcome.RetryAfter(Duration delay) ->
                paused(call, delay)
                        .chain(() -> stop(
                                progress.notMade(), new SurfaceCallResult.Later(delay, RejectionCode.BOT_GIVEN_UP)));
            case CallOutcome.Failed(int code, String description) -> stop(progress.notMade(), noAnswer(description));
            case CallOutcome.Moved(long chatId) -> moved(progress, call, further, chatId);
            case CallOutcome.Refused refusal -> refused(progress, call, further, refusal);
            case CallOutcome.Unclear(String why) -> unclear(progress, call, why);
            case CallOutcome.NotSent(String why, boolean mayRepeat) -> notSent(progress, why, mayRepeat);
        };
    }

    /** The part itself waits anyway, so it goes on if the rate cannot be stored. */
    private Uni<Void> paused(C call, Duration delay) {
        return caller.pause(call, delay).onFailure().recoverWithNull();
    }

    private Uni<SurfaceCallResult> leave(CallProgress progress) {
        CallProgress left = progress.left(hasFurtherPiece(progress));
        return record(left, () -> from(left));
    }

    private Uni<SurfaceCallResult> moved(CallProgress progress, C call, List<C> further, long chatId) {
        if (movedTo != null) {
            return result(refused(progress, new CallOutcome.Refused(400, "the chat has moved again")));
        }
        movedTo = chatId;
        return make(
                progress,
                Stream.concat(Stream.of(call), further.stream())
                        .map(pending -> caller.moved(pending, chatId))
                        .toList());
    }

    private Uni<SurfaceCallResult> refused(
            CallProgress progress, C call, List<C> further, CallOutcome.Refused refusal) {
        boolean canDivide =
                progress.piece() == 0 && caller.canDivide(calls.get(progress.answered()), progress.division(), refusal);
        if (canDivide) {
            CallProgress divided = progress.divided();
            return record(divided, () -> from(divided));
        }
        return caller.fallback(call, refusal)
                .map(plainer -> make(
                        progress,
                        Stream.concat(plainer.stream(), further.stream()).toList()))
                .orElseGet(() -> result(refused(progress, refusal)));
    }

    private Uni<SurfaceCallResult> notSent(CallProgress progress, String why, boolean mayRepeat) {
        if (!mayRepeat) {
            return result(new SurfaceCallResult.NotSendable(RejectionCode.BOT_ADDRESS_FORBIDDEN, why));
        }
        return stop(progress.notMade(), holdsClaim.getAsBoolean() ? noAnswer(why) : new SurfaceCallResult.Withheld());
    }

    private SurfaceCallResult refused(CallProgress progress, CallOutcome.Refused refusal) {
        return new SurfaceCallResult.Refused(
                caller.refusalCode(refusal.code()),
                "call " + (progress.answered() + 1) + " of " + calls.size() + ": " + refusal.code() + " "
                        + caller.clean(refusal.description()));
    }

    private SurfaceCallResult noAnswer(String why) {
        return new SurfaceCallResult.NoAnswer(caller.clean(why), RejectionCode.BOT_GIVEN_UP);
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
