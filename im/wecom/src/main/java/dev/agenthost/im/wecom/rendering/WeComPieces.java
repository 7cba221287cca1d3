package dev.agenthost.im.wecom.rendering;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.wecom.calls.WeComAnswer;
import dev.agenthost.im.wecom.calls.WeComCall;
import java.util.List;

/**
 * The calls in the place of a refused one that are recorded one by one, because a repeated message is another message.
 *
 * <pre>
 *  card of a question refused ──► the question in words
 *  message too long ──► halves
 * </pre>
 */
public final class WeComPieces {
    private WeComPieces() {}

    /**
     * Returns the calls of a division, in order; they are the same each time.
     *
     * @param division how often the call was refused so that it is divided; 0 for the call as it is
     */
    public static List<WeComCall> of(WeComCall call, int division) {
        return call.instead().isEmpty() || division == 0
                ? WeComTextMessages.pieces(call, division)
                : call.instead().stream()
                        .flatMap(message -> WeComTextMessages.pieces(message, division - 1).stream())
                        .toList();
    }

    /** Returns true if the next division may be accepted after this refusal. */
    public static boolean canDivide(WeComCall call, int division, CallOutcome.Refused refusal) {
        boolean isCard = division == 0 && !call.instead().isEmpty();
        return isCard
                ? refusal.code() != WeComAnswer.UNAUTHORIZED && refusal.code() != WeComAnswer.FORBIDDEN
                : refusal.code() == WeComAnswer.TOO_LONG
                        && of(call, division + 1).size() > of(call, division).size();
    }
}
