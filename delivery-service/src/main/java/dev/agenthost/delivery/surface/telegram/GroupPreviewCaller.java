package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.streaming.ChatCalls;
import dev.agenthost.im.telegram.streaming.ChatOperation;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of a preview in a group or channel: a message that is edited. Each call is recorded before it is made and after its
 * answer, so that the part edits the message of the preview, whichever replica sends it.
 */
final class GroupPreviewCaller implements PreviewCaller {
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);
    /** Less than the time after which a part does not wait for the end of a call any more. */
    private static final Duration RECORDING = Duration.ofSeconds(15);

    private final BotCaller bot;
    private final ChatCalls calls;
    private final ChatGate gate;
    private final PreviewRepository previews;
    private final LeaseKeeper lease;
    private final SendKey key;

    GroupPreviewCaller(
            BotCaller bot, ChatCalls calls, ChatGate gate, PreviewRepository previews, LeaseKeeper lease, SendKey key) {
        this.bot = bot;
        this.calls = calls;
        this.gate = gate;
        this.previews = previews;
        this.lease = lease;
        this.key = key;
    }

    @Override
    public Uni<CallOutcome> call(ChatOperation operation, BooleanSupplier maySend) {
        Incarnation owner = lease.incarnation();
        BooleanSupplier mayCall = () -> maySend.getAsBoolean() && lease.mayActAs(owner);
        return gate.takeForPreview(chat())
                .chain(wait -> wait.isZero()
                        ? previews.begin(key, owner).chain(begun -> switch (begun) {
                            case PreviewRepository.BeginOutcome.Begun(Long messageId) ->
                                make(operation, messageId, owner, mayCall);
                            case PreviewRepository.BeginOutcome.TooEarly() ->
                                outcome(new CallOutcome.NotSent("an earlier part is not sent yet", true));
                            case PreviewRepository.BeginOutcome.Refused() ->
                                outcome(new CallOutcome.NotSent("the part is being sent", false));
                        })
                        : outcome(new CallOutcome.RetryAfter(wait)))
                .onFailure()
                .recoverWithItem(failure -> new CallOutcome.NotSent("the database does not answer", true));
    }

    /** A preview that another replica or attempt began goes on in its message. */
    private Uni<CallOutcome> make(
            ChatOperation operation, @Nullable Long shown, Incarnation owner, BooleanSupplier mayCall) {
        ChatOperation made = operation instanceof ChatOperation.Send(var text) && shown != null
                ? new ChatOperation.Edit(shown, text)
                : operation;
        return bot.call(calls.call(made, true), mayCall)
                .chain(outcome -> record(made, outcome, owner).replaceWith(outcome(made, outcome)));
    }

    private Uni<Void> record(ChatOperation made, CallOutcome outcome, Incarnation owner) {
        Uni<Void> written = Uni.createFrom().deferred(() -> switch (outcome) {
            case CallOutcome.Accepted(String messageId) ->
                previews.end(key, owner, messageId == null ? null : Long.valueOf(messageId));
            case CallOutcome.Unclear(String why) when made instanceof ChatOperation.Send -> previews.leave(key, owner);
            case CallOutcome.RetryAfter(Duration delay) ->
                previews.end(key, owner, null).chain(() -> gate.pause(chat(), delay));
            default -> previews.end(key, owner, null);
        });
        return written.onFailure()
                .retry()
                .withBackOff(FIRST_DELAY, LONGEST_DELAY)
                .expireIn(RECORDING.toMillis())
                .onFailure()
                .recoverWithNull();
    }

    /** An edit that changes nothing shows the message that the plan wanted to send. */
    private static CallOutcome outcome(ChatOperation made, CallOutcome outcome) {
        return outcome instanceof CallOutcome.NotModified && made instanceof ChatOperation.Edit(long id, var text)
                ? new CallOutcome.Accepted(Long.toString(id))
                : outcome;
    }

    private long chat() {
        return calls.target().chatId();
    }

    private static Uni<CallOutcome> outcome(CallOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
