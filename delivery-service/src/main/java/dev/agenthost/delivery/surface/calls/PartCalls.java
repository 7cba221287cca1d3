package dev.agenthost.delivery.surface.calls;

import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.im.chat.calls.CallOutcome;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one part on a platform. Equal arguments have equal pieces and fallbacks, so that any replica continues where one stopped.
 *
 * @param <C> the calls of the platform
 */
public interface PartCalls<C> {

    /** Takes the call from the rate of its chat; returns the time to wait, or zero. */
    Uni<Duration> take(C call);

    /** Lets every replica wait with calls into the chat. */
    Uni<Void> pause(C call, Duration delay);

    /** Makes a call, once. Never fails: an error is an outcome. */
    Uni<CallOutcome> call(C call, BooleanSupplier holdsClaim);

    /**
     * Returns the plainer calls in the place of a refused one, in order, of which the last one alone shows something; empty if there are
     * none, so that the call stays refused.
     */
    Optional<List<C>> fallback(C call, CallOutcome.Refused refusal);

    /**
     * Returns the age of a part below which the repetition of a call has no second effect, because the platform recognises its key, or the
     * call sends nothing; zero for a call that may have one. Such a call is repeated when it is in doubt, whatever the policy of the bot.
     */
    default Duration repeatableFor(C call) {
        return Duration.ZERO;
    }

    /** Looks for the effect of a call in doubt on the platform. Never fails. */
    default Uni<EarlierCall> find(C call) {
        return Uni.createFrom().item(new EarlierCall.NotVisible());
    }

    /**
     * Returns the call in pieces, in order: parts of its text, or the calls in its place of which several show something. Each is recorded
     * as a call of its own.
     *
     * @param division how often the platform refused the call so that it is divided; 0 for the call as it is
     */
    default List<C> pieces(C call, int division) {
        return List.of(call);
    }

    /** Returns true if the next division has pieces that the platform may accept after this refusal. */
    default boolean canDivide(C call, int division, CallOutcome.Refused refusal) {
        return false;
    }

    /** Returns the call for the chat that its chat became. */
    default C moved(C call, long chatId) {
        return call;
    }

    /** Returns the id of the message that the call edits; null for none. */
    default @Nullable String editedMessage(C call) {
        return null;
    }

    /** Returns words of the platform without secrets. */
    String clean(String words);

    /** Returns the code of a refusal in receipts. */
    default RejectionCode refusalCode(int code) {
        return switch (code) {
            case 401 -> RejectionCode.BOT_UNAUTHORIZED;
            case 403 -> RejectionCode.BOT_FORBIDDEN;
            default -> RejectionCode.BOT_REFUSED;
        };
    }
}
