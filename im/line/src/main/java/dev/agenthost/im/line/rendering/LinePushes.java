package dev.agenthost.im.line.rendering;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.line.calls.LineAnswer;
import dev.agenthost.im.line.calls.LineCall;
import dev.agenthost.im.line.calls.LineMessageObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Divides messages into pushes of five, and a refused push with a question or a quotation into plainer pushes. These are recorded one by one, because
 * each has a key of its own.
 */
public final class LinePushes {
    private LinePushes() {}

    /** @param prefix of the places of the calls */
    static List<LineCall> of(String to, String prefix, List<LineMessageObject> messages) {
        List<LineCall> calls = new ArrayList<>();
        for (int from = 0; from < messages.size(); from += LineCall.MOST_MESSAGES) {
            int end = Math.min(messages.size(), from + LineCall.MOST_MESSAGES);
            calls.add(new LineCall(to, prefix + calls.size(), messages.subList(from, end)));
        }
        return calls;
    }

    /**
     * Returns the calls of a division, in order; they are the same each time.
     *
     * @param division 0 for the call as it is; after its refusal, its questions are in words and nothing is quoted
     */
    public static List<LineCall> of(LineCall call, int division) {
        return division == 0 || !call.hasAlternative()
                ? List.of(call)
                : of(
                        call.to(),
                        call.place() + ".",
                        call.messages().stream().flatMap(LinePushes::plainer).toList());
    }

    private static Stream<LineMessageObject> plainer(LineMessageObject message) {
        return message.instead().isEmpty() ? Stream.of(message) : message.instead().stream();
    }

    /** Returns true if the next division may be accepted after this refusal. */
    public static boolean canDivide(LineCall call, int division, CallOutcome.Refused refusal) {
        return division == 0
                && call.hasAlternative()
                && switch (refusal.code()) {
                    case LineAnswer.REFUSED, LineAnswer.TOO_LARGE, LineAnswer.UNSUITABLE -> true;
                    default -> false;
                };
    }
}
