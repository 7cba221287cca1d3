package dev.agenthost.im.wecom.rendering;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.wecom.calls.WeComAnswer;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.im.wecom.calls.WeComUpload;
import java.util.List;
import java.util.Optional;

/**
 * The plainer call in the place of one that the platform refused. Those in the place of a card are {@link WeComPieces pieces}.
 *
 * <pre>
 *  message with Markdown refused ──► message without markup
 *  image, voice or video refused ──► file ──► message that names the file
 * </pre>
 */
public final class WeComFallback {
    /** The code of a file that is not there any more. */
    public static final int GONE = 410;
    /** The code of a file that is too large, or empty. */
    public static final int TOO_LARGE = 414;

    private WeComFallback() {}

    /** Returns the call to make instead; empty if there is none, so that the call stays refused. They end: each is plainer. */
    public static Optional<List<WeComCall>> of(WeComCall call, CallOutcome.Refused refusal) {
        int code = refusal.code();
        if (code == WeComAnswer.UNAUTHORIZED || code == WeComAnswer.FORBIDDEN) {
            return Optional.empty();
        }
        WeComUpload file = call.file();
        if (file != null) {
            return Optional.of(List.of(file(call, file, code)));
        }
        FormattedText text = call.text();
        return code == WeComAnswer.UNSUITABLE && text != null && call.type().equals(WeComCall.MARKDOWN)
                ? Optional.of(List.of(WeComTextMessages.withoutMarkup(call, text)))
                : Optional.empty();
    }

    /** A file may be larger than an image, a voice message or a video. */
    private static WeComCall file(WeComCall call, WeComUpload file, int code) {
        boolean hasOtherType = code != GONE && code != WeComAnswer.NO_UPLOAD && file.type() != WeComUpload.Type.FILE;
        return hasOtherType
                ? WeComFiles.message(call, new WeComUpload(WeComUpload.Type.FILE, file.artifact()))
                : WeComFiles.notice(call, file);
    }
}
