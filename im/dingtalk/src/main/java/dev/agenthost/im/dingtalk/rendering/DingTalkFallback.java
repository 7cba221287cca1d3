package dev.agenthost.im.dingtalk.rendering;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkAnswer;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkUpload;
import java.util.List;
import java.util.Optional;

/**
 * The plainer call in the place of one that the platform refused. Those in the place of a card are {@link DingTalkPieces pieces}.
 *
 * <pre>
 *  change of a card refused ──► nothing
 *  message with Markdown refused ──► message without markup
 *  image refused ──► file ──► message that names the file
 * </pre>
 */
public final class DingTalkFallback {
    /** The code of a file that is not there any more. */
    public static final int GONE = 410;
    /** The code of a file that is too large, or empty. */
    public static final int TOO_LARGE = 414;

    private DingTalkFallback() {}

    /** Returns the calls to make instead, in order; empty if there are none, so that the call stays refused. They end: each is plainer. */
    public static Optional<List<DingTalkCall>> of(DingTalkCall call, CallOutcome.Refused refusal) {
        int code = refusal.code();
        if (code == DingTalkAnswer.UNAUTHORIZED) {
            return Optional.empty();
        }
        return switch (call.kind()) {
            case CARD, CARD_TEXT -> Optional.empty();
            case CARD_DATA -> Optional.of(List.of());
            case GROUP_MESSAGE, PRIVATE_MESSAGE -> message(call, code);
        };
    }

    private static Optional<List<DingTalkCall>> message(DingTalkCall call, int code) {
        if (call.file() != null) {
            return code == DingTalkAnswer.FORBIDDEN
                    ? Optional.empty()
                    : Optional.of(List.of(file(call, call.file(), code)));
        }
        return code == DingTalkAnswer.UNSUITABLE && DingTalkLongMessage.isMarkdown(call)
                ? Optional.of(List.of(DingTalkLongMessage.withoutMarkup(call)))
                : Optional.empty();
    }

    private static DingTalkCall file(DingTalkCall call, DingTalkUpload file, int code) {
        boolean hasOtherType = code != GONE
                && code != TOO_LARGE
                && code != DingTalkAnswer.NO_UPLOAD
                && file.type() == DingTalkUpload.Type.IMAGE;
        DingTalkUpload other = new DingTalkUpload(DingTalkUpload.Type.FILE, file.artifact());
        return hasOtherType
                ? new DingTalkCall(
                        call.kind(),
                        call.body().deepCopy().put("msgKey", other.type().msgKey()),
                        call.place(),
                        other,
                        call.instead())
                : DingTalkFiles.notice(call);
    }
}
