package dev.agenthost.im.telegram.rendering;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.calls.BotApiCall;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The plainer calls in the place of one that Telegram refused. Telegram's words are known from its server, not from its documentation.
 *
 * <pre>
 *  entities, topic or reply refused ──► the same call without them
 *  edit of a preview refused ──► the preview is deleted, the message is sent
 *  photo, voice … refused ──► document ──► message that names the file
 *  deletion refused ──► nothing
 * </pre>
 */
public final class CallFallback {
    private static final int BAD_REQUEST = 400;
    private static final int GONE = 410;
    private static final int TOO_LARGE = 413;

    private CallFallback() {}

    /** Returns the calls to make instead, in order; empty if there are none, so that the call stays refused. They end: each is plainer. */
    public static Optional<List<BotApiCall>> of(BotApiCall call, CallOutcome.Refused refusal) {
        String words = refusal.description().toLowerCase(Locale.ROOT);
        if (words.contains("can't parse entities") || words.contains("entity beyond")) {
            return without(call, "entities");
        }
        if (words.contains("thread not found") || words.contains("topic_closed") || words.contains("topic_deleted")) {
            return without(call, "message_thread_id");
        }
        if (words.contains("message to be replied not found") || words.contains("reply message not found")) {
            return without(call, "reply_parameters");
        }
        if (refusal.code() == BAD_REQUEST && call.replaced() != null) {
            return Optional.of(List.of(deletion(call), call.replaced()));
        }
        if (call.method().equals("deleteMessage") && refusal.code() == BAD_REQUEST) {
            return Optional.of(List.of());
        }
        return call.upload() == null
                ? Optional.empty()
                : switch (refusal.code()) {
                    case BAD_REQUEST, GONE, TOO_LARGE -> Optional.of(List.of(plainerFile(call, refusal.code())));
                    default -> Optional.empty();
                };
    }

    /** A file that is gone, or too large for one kind, is not accepted as another. */
    private static BotApiCall plainerFile(BotApiCall call, int code) {
        return code == BAD_REQUEST && !call.method().equals(FileRenderer.DOCUMENT)
                ? FileRenderer.document(call)
                : TelegramRenderer.withoutUpload(call);
    }

    private static BotApiCall deletion(BotApiCall edit) {
        ObjectNode parameters = edit.parameters().deepCopy();
        return new BotApiCall("deleteMessage", parameters.retain("chat_id", "message_id"));
    }

    private static Optional<List<BotApiCall>> without(BotApiCall call, String member) {
        if (!call.parameters().has(member)) {
            return Optional.empty();
        }
        ObjectNode parameters = call.parameters().deepCopy();
        parameters.remove(member);
        return Optional.of(List.of(call.with(parameters)));
    }
}
