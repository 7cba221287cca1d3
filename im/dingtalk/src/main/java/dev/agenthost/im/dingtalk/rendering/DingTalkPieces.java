package dev.agenthost.im.dingtalk.rendering;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkAnswer;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import java.util.List;
import java.util.stream.Stream;

/**
 * The calls in the place of a refused one that are recorded one by one, because a repeated message is another message.
 *
 * <pre>
 *  card of a question refused ──► the question in words
 *  last text of a card refused ──► the card says that the answer follows, and messages have it
 *  message with Markdown too long ──► halves
 * </pre>
 */
public final class DingTalkPieces {
    private DingTalkPieces() {}

    /**
     * Returns the calls of a division, in order; they are the same each time.
     *
     * @param division how often the call was refused so that it is divided; 0 for the call as it is
     */
    public static List<DingTalkCall> of(DingTalkCall call, int division) {
        if (call.instead().isEmpty() || division == 0) {
            return DingTalkLongMessage.pieces(call, division);
        }
        Stream<DingTalkCall> messages =
                call.instead().stream().flatMap(message -> DingTalkLongMessage.pieces(message, division - 1).stream());
        return (call.kind() == DingTalkCall.Kind.CARD_TEXT
                        ? Stream.concat(Stream.of(StreamedCard.moved(call.cardId())), messages)
                        : messages)
                .toList();
    }

    /** Returns true if the next division may be accepted after this refusal. */
    public static boolean canDivide(DingTalkCall call, int division, CallOutcome.Refused refusal) {
        boolean isCard = division == 0 && !call.instead().isEmpty();
        return isCard
                ? refusal.code() != DingTalkAnswer.UNAUTHORIZED
                : refusal.code() == DingTalkAnswer.TOO_LONG
                        && of(call, division + 1).size() > of(call, division).size();
    }
}
