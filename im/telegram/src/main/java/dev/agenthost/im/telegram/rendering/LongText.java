package dev.agenthost.im.telegram.rendering;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.telegram.calls.BotApiCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Divides the text of a call that Telegram refused as too long. Only white space at a cut is lost. */
public final class LongText {
    private LongText() {}

    /** Returns true if Telegram refused the length of a text. Its words are known from its server, not from its documentation. */
    public static boolean isReason(CallOutcome.Refused refusal) {
        String words = refusal.description().toLowerCase(Locale.ROOT);
        return words.contains("message is too long")
                || words.contains("message_too_long")
                || words.contains("text is too long");
    }

    /**
     * Returns the call in pieces, in order: the call with the first part of its text, and a message with each other part. The pieces of one
     * division are the same each time.
     *
     * @param division how often the length is halved; 0 for the call as it is
     */
    public static List<BotApiCall> pieces(BotApiCall call, int division) {
        FormattedText text = FormattedText.of(call.parameters());
        List<FormattedText> parts = TextSplitter.halves(text, division);
        if (parts.equals(List.of(text))) {
            return List.of(call);
        }
        List<BotApiCall> calls = new ArrayList<>();
        for (FormattedText part : parts) {
            calls.add(
                    calls.isEmpty()
                            ? first(call, part)
                            : new BotApiCall("sendMessage", parameters(further(call), part)));
        }
        if (call.parameters().has("reply_markup")) {
            calls.getLast().parameters().set("reply_markup", call.parameters().get("reply_markup"));
        }
        return calls;
    }

    /** Returns true if another division has shorter pieces. */
    public static boolean canDivide(BotApiCall call, int division) {
        return pieces(call, division + 1).size() > 1;
    }

    private static BotApiCall first(BotApiCall call, FormattedText part) {
        BotApiCall replaced = call.replaced();
        return new BotApiCall(
                call.method(),
                parameters(call.parameters(), part),
                null,
                replaced == null ? null : replaced.with(parameters(replaced.parameters(), part)));
    }

    private static ObjectNode parameters(ObjectNode whole, FormattedText part) {
        ObjectNode parameters = whole.deepCopy();
        parameters.remove(List.of("text", "entities", "reply_markup"));
        part.writeTo(parameters);
        return parameters;
    }

    /** Returns the parameters of a further message; an edit has no topic, the message that it stands for has. */
    private static ObjectNode further(BotApiCall call) {
        BotApiCall replaced = call.replaced();
        ObjectNode parameters =
                (replaced == null ? call : replaced).parameters().deepCopy();
        parameters.remove(List.of("message_id", "reply_parameters"));
        return parameters;
    }
}
