package dev.agenthost.im.lark.rendering;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.calls.LarkAnswer;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.calls.LarkUpload;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The plainer calls in the place of one that the platform refused
 * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/reply.md).
 *
 * <pre>
 *  reply in a thread refused ──► reply ──► message in the chat
 *  card refused ──► card without markup
 *  sequence of a card refused ──► a greater one
 *  update of a card refused ──► the message that shows it is removed, the text is sent
 *  removal refused ──► nothing
 *  image, audio, video … refused ──► file ──► message that names the file
 * </pre>
 */
public final class LarkFallback {
    /** The code of a file that is not there any more. */
    public static final int GONE = 410;
    /** The code of a file that is too large, or empty. */
    public static final int TOO_LARGE = 413;

    private static final Set<Integer> NO_THREAD = Set.of(230071, 230072);
    /** The message is recalled, its topic does not exist, or it cannot be replied to. */
    private static final Set<Integer> NO_REPLY = Set.of(230011, 230019, 230050, 230054, 230071, 230072, 230111);

    /** The content of a message; that of a card (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card/update.md). */
    private static final Set<Integer> CARD_REFUSED = Set.of(230099, 200220);

    private static final Set<Integer> TOO_LONG = Set.of(230025, 200860);
    /** Another call has the sequence or the key of a call on a card; it may be the same call. */
    private static final Set<Integer> SEQUENCE_REFUSED = Set.of(300317, 200770);

    private static final int TYPE_REFUSED = 230055;

    private LarkFallback() {}

    /** Returns the calls to make instead, in order; empty if there are none, so that the call stays refused. They end: each is plainer. */
    public static Optional<List<LarkCall>> of(LarkCall call, CallOutcome.Refused refusal) {
        int code = refusal.code();
        if (call.body().has("reply_in_thread") && NO_THREAD.contains(code)) {
            return Optional.of(List.of(call.withoutThread()));
        }
        if (call.isReply() && NO_REPLY.contains(code)) {
            return Optional.of(List.of(call.inChat()));
        }
        if (call.file() != null) {
            return file(call, call.file(), code);
        }
        if (call.isRemoval()) {
            return Optional.of(List.of());
        }
        Optional<List<LarkCall>> plain = CARD_REFUSED.contains(code) ? withoutMarkup(call) : Optional.empty();
        return plain.isEmpty() && call.shownBy() != null ? update(call, call.shownBy(), code) : plain;
    }

    /** A card that cannot be updated is followed by a message with the complete text. */
    private static Optional<List<LarkCall>> update(LarkCall call, String shownBy, int code) {
        Optional<LarkCall> next = SEQUENCE_REFUSED.contains(code) ? call.withNextSequence() : Optional.empty();
        return LarkAnswer.isUnauthorized(code)
                ? Optional.empty()
                : Optional.of(
                        next.map(List::of).orElseGet(() -> List.of(LarkTarget.removal(shownBy), call.replacement())));
    }

    /** Returns true if the platform refused the size of a message. */
    public static boolean isTooLong(CallOutcome.Refused refusal) {
        return TOO_LONG.contains(refusal.code());
    }

    /** A refused upload has a code of its own; that of a message about its file is one. */
    private static Optional<List<LarkCall>> file(LarkCall call, LarkUpload file, int code) {
        boolean isOfMessage = code >= 230000 && code < 231000 && code != TYPE_REFUSED;
        if (isOfMessage) {
            return Optional.empty();
        }
        boolean hasOtherType = code != GONE && code != TOO_LARGE && file.type() != LarkUpload.Type.STREAM;
        return Optional.of(List.of(
                hasOtherType
                        ? call.withFile(new LarkUpload(LarkUpload.Type.STREAM, file.artifact()))
                        : FileMessage.notice(call)));
    }

    private static Optional<List<LarkCall>> withoutMarkup(LarkCall call) {
        if (call.content().isEmpty()) {
            return Optional.empty();
        }
        ObjectNode card = LarkCards.read(call.content());
        if (!LarkCards.isMarkdown(card)) {
            return Optional.empty();
        }
        ObjectNode plain = LarkCards.plain(CardMarkdown.plainText(LarkCards.text(card)));
        LarkCards.moveButtons(card, plain);
        return Optional.of(List.of(call.withContent(LarkCards.json(plain))));
    }
}
