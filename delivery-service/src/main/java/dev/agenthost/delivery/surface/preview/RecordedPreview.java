package dev.agenthost.delivery.surface.preview;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A preview that is a message: it is sent once, after the card that it shows, and then its text is replaced. Each call is recorded before it
 * is made and after its answer, so that the part replaces the text of the same message, whichever replica sends it.
 *
 * @param <T> what a call shows
 */
final class RecordedPreview<T> implements Preview<T> {
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);
    /** Less than the time after which a part does not wait for the end of a call any more. */
    private static final Duration RECORDING = Duration.ofSeconds(15);

    private final MessageCalls<T> calls;
    private final PreviewRepository previews;
    private final LeaseKeeper lease;
    private final SendKey key;

    /** The message as this replica knows it, which decides about the rate alone. */
    private volatile PreviewMessage known = PreviewMessage.NONE;
    /** The content of the card that this replica created; null if another one did. */
    private volatile @Nullable T created;

    RecordedPreview(MessageCalls<T> calls, PreviewRepository previews, LeaseKeeper lease, SendKey key) {
        this.calls = calls;
        this.previews = previews;
        this.lease = lease;
        this.key = key;
    }

    @Override
    public Optional<Content<T>> content(String markdown) {
        return calls.content(markdown);
    }

    @Override
    public Duration interval() {
        return calls.interval();
    }

    @Override
    public Uni<CallOutcome> show(T shown, BooleanSupplier maySend) {
        return step(shown, maySend)
                .onFailure()
                .recoverWithItem(failure -> new CallOutcome.NotSent("the database does not answer", true));
    }

    private Uni<CallOutcome> step(T shown, BooleanSupplier maySend) {
        Incarnation owner = lease.incarnation();
        BooleanSupplier mayCall = () -> maySend.getAsBoolean() && lease.mayActAs(owner);
        return calls.take(next(known))
                .chain(wait -> wait.isZero()
                        ? previews.begin(key, owner).chain(begun -> switch (begun) {
                            case PreviewRepository.BeginOutcome.Begun(PreviewMessage message, int number) ->
                                make(message, number, shown, owner, mayCall);
                            case PreviewRepository.BeginOutcome.TooEarly() ->
                                outcome(new CallOutcome.NotSent("an earlier part is not sent yet", true));
                            case PreviewRepository.BeginOutcome.Refused() ->
                                outcome(new CallOutcome.NotSent("the part is being sent", false));
                        })
                        : outcome(new CallOutcome.RetryAfter(wait)));
    }

    /** A preview that another replica or attempt began goes on in its message. */
    private Uni<CallOutcome> make(
            PreviewMessage message, int number, T shown, Incarnation owner, BooleanSupplier mayCall) {
        MessageStep step = next(message);
        return calls.make(step, message, number, shown, mayCall)
                .map(outcome -> withId(step, outcome))
                .chain(outcome -> record(step, message, outcome, owner)
                        .chain(() -> isShown(step, shown, outcome) ? outcome(outcome) : step(shown, mayCall)));
    }

    /** A card or a message without an id cannot be used. */
    private static CallOutcome withId(MessageStep step, CallOutcome outcome) {
        return step != MessageStep.UPDATE && outcome instanceof CallOutcome.Accepted(String id) && id == null
                ? new CallOutcome.Unclear("an answer without an id")
                : outcome;
    }

    /** Returns false after a card that no message shows yet, and after a message that shows an older text. */
    private boolean isShown(MessageStep step, T shown, CallOutcome outcome) {
        if (!(outcome instanceof CallOutcome.Accepted)) {
            return true;
        }
        if (step == MessageStep.CREATE_CARD) {
            created = shown;
            return false;
        }
        return step == MessageStep.UPDATE || !calls.hasCards() || shown.equals(created);
    }

    private Uni<Void> record(MessageStep step, PreviewMessage message, CallOutcome outcome, Incarnation owner) {
        PreviewMessage learned = learned(step, outcome);
        known = message.withId(learned.id()).withCard(learned.cardId());
        Uni<Void> written = Uni.createFrom().deferred(() -> switch (outcome) {
            case CallOutcome.Unclear(String why) when step == MessageStep.SEND -> previews.leave(key, owner);
            case CallOutcome.RetryAfter(Duration delay) ->
                previews.end(key, owner, learned).chain(() -> calls.pause(step, delay));
            default -> previews.end(key, owner, learned);
        });
        return written.onFailure()
                .retry()
                .withBackOff(FIRST_DELAY, LONGEST_DELAY)
                .expireIn(RECORDING.toMillis())
                .onFailure()
                .recoverWithNull();
    }

    private MessageStep next(PreviewMessage message) {
        if (message.id() != null) {
            return MessageStep.UPDATE;
        }
        return calls.hasCards() && message.cardId() == null ? MessageStep.CREATE_CARD : MessageStep.SEND;
    }

    private static PreviewMessage learned(MessageStep step, CallOutcome outcome) {
        if (!(outcome instanceof CallOutcome.Accepted(String id))) {
            return PreviewMessage.NONE;
        }
        return switch (step) {
            case CREATE_CARD -> PreviewMessage.NONE.withCard(id);
            case SEND -> PreviewMessage.NONE.withId(id);
            case UPDATE -> PreviewMessage.NONE;
        };
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
