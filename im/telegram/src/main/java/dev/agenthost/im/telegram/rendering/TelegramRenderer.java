package dev.agenthost.im.telegram.rendering;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a part of an answer as calls of the Bot API: its text, then its questions, edits and reactions, then its files. Equal parts have equal calls, so
 * that a send may be continued where it was interrupted.
 */
public final class TelegramRenderer {
    /** Longest text after entities are parsed (https://core.telegram.org/bots/api#sendmessage). */
    public static final int MESSAGE_CHARS = 4096;

    /** Largest file in bytes that a bot may upload (https://core.telegram.org/bots/api#sending-files). */
    public static final long FILE_BYTES = FileRenderer.FILE_BYTES;

    private TelegramRenderer() {}

    /** @param reply the part, as an adapter would receive it */
    public static RenderedReply render(OutboundReply reply) {
        TelegramTarget target = TelegramTarget.of(reply.replyTarget());
        if (target == null) {
            return new RenderedReply.NotSendable("`reply_target.chat_id` must be an integer.");
        }
        List<BotApiCall> calls = new ArrayList<>();
        for (FormattedText message : messages(text(reply))) {
            calls.add(send(target, message, calls.isEmpty()));
        }
        for (OutboundAction action : reply.actions()) {
            if (action.action().equals(InteractionRequest.ACTION)) {
                calls.addAll(QuestionRenderer.render(target, reply.runId(), action, calls.isEmpty()));
            } else {
                calls.addAll(ActionRenderer.render(target, action));
            }
        }
        reply.artifacts().forEach(artifact -> calls.add(FileRenderer.render(target, artifact)));
        return new RenderedReply.Calls(calls);
    }

    /**
     * Returns the call that shows that the bot is typing, for at most five seconds
     * (<a href="https://core.telegram.org/bots/api#sendchataction">sendChatAction</a>).
     */
    public static BotApiCall typing(TelegramTarget target) {
        return new BotApiCall("sendChatAction", target.typingParameters());
    }

    /** Returns the message in the place of a file that cannot be read or shown; any other call as it is. */
    public static BotApiCall withoutUpload(BotApiCall call) {
        return call.upload() == null
                ? call
                : FileRenderer.notice(call.parameters(), call.upload().artifact());
    }

    /** Returns the messages of a text, each as long as Telegram accepts. */
    public static List<FormattedText> messages(FormattedText text) {
        return TextSplitter.split(text, MESSAGE_CHARS);
    }

    /** Sentences of the host are no Markdown. */
    private static FormattedText text(OutboundReply reply) {
        return reply.kind() == OutboundKind.MESSAGE
                ? MarkdownReader.read(reply.text())
                : FormattedText.plain(reply.text());
    }

    /**
     * Returns the call that sends a text. Previews of links are off: an answer has many, and an edit would change them.
     *
     * @param isFirst true for the first message of a part, which replies to the person's message in a group
     */
    public static BotApiCall send(TelegramTarget target, FormattedText text, boolean isFirst) {
        ObjectNode parameters = target.parameters();
        text.writeTo(parameters);
        withoutPreview(parameters);
        if (isFirst) {
            target.reply(parameters);
        }
        return new BotApiCall("sendMessage", parameters);
    }

    /**
     * Returns the call that shows a preview that is no message.
     *
     * @param draftId not zero
     */
    public static BotApiCall draft(TelegramTarget target, long draftId, FormattedText text) {
        ObjectNode parameters = target.parameters().put("draft_id", draftId);
        text.writeTo(parameters);
        return new BotApiCall("sendMessageDraft", parameters);
    }

    /** Returns the call that replaces the text of a message. */
    public static BotApiCall edit(TelegramTarget target, long messageId, FormattedText text) {
        ObjectNode parameters = target.messageParameters(messageId);
        text.writeTo(parameters);
        withoutPreview(parameters);
        return new BotApiCall("editMessageText", parameters);
    }

    /**
     * Returns the calls of a part in the place of its preview: its first message replaces the text of the preview. A preview that no message
     * replaces is removed.
     */
    public static List<BotApiCall> replacing(TelegramTarget target, long messageId, List<BotApiCall> calls) {
        List<BotApiCall> replacing = new ArrayList<>(calls);
        if (calls.isEmpty() || !calls.getFirst().method().equals("sendMessage")) {
            replacing.addFirst(new BotApiCall("deleteMessage", target.messageParameters(messageId)));
            return replacing;
        }
        ObjectNode parameters = calls.getFirst().parameters().deepCopy();
        parameters.retain("text", "entities", "reply_markup", "link_preview_options");
        ObjectNode edit = target.messageParameters(messageId);
        edit.setAll(parameters);
        replacing.set(0, new BotApiCall("editMessageText", edit, null, calls.getFirst()));
        return replacing;
    }

    /** Switches the previews of links off. */
    static void withoutPreview(ObjectNode parameters) {
        parameters.putObject("link_preview_options").put("is_disabled", true);
    }
}
