package dev.agenthost.im.lark.rendering;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.lark.calls.LarkCall;
import java.util.ArrayList;
import java.util.List;

/** Divides the card of a call that the platform refused as too long. Only white space at a cut is lost. */
public final class LongCard {
    private LongCard() {}

    /**
     * Returns the call in pieces, in order: the call with the first part of its text, and a message with each other part. The pieces of one
     * division are the same each time, and have places of their own.
     *
     * @param division how often the size is halved; 0 for the call as it is
     */
    public static List<LarkCall> pieces(LarkCall call, int division) {
        if (division == 0 || call.file() != null || !(call.isMessage() || call.isEdit() || call.isCardUpdate())) {
            return List.of(call);
        }
        ObjectNode card = LarkCards.read(call.content());
        boolean isMarkdown = LarkCards.isMarkdown(card);
        List<String> texts = isMarkdown
                ? CardMarkdown.texts(LarkCards.text(card), division)
                : CardMarkdown.plainTexts(LarkCards.text(card), division);
        List<LarkCall> pieces = new ArrayList<>();
        for (String text : texts) {
            ObjectNode piece = isMarkdown ? LarkCards.markdown(text) : LarkCards.plain(text);
            if (pieces.size() + 1 == texts.size()) {
                LarkCards.moveButtons(card, piece);
            }
            boolean staysInThread = call.body().has("reply_in_thread");
            LarkCall like = pieces.isEmpty() || staysInThread ? call : call.inChat();
            String place = (call.place() == null ? "edit" : call.place()) + "." + division + "." + pieces.size();
            pieces.add(like.withContent(LarkCards.json(piece)).at(place));
        }
        return texts.isEmpty() ? List.of(call) : pieces;
    }

    /** Returns true if another division has more pieces. */
    public static boolean canDivide(LarkCall call, int division) {
        return pieces(call, division + 1).size() > 1
                && CardMarkdown.canDivide(LarkCards.text(LarkCards.read(call.content())), division);
    }
}
