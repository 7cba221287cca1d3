package dev.agenthost.im.dingtalk.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Divides a message that the platform refused as too long. Only white space at a cut is lost. */
final class DingTalkLongMessage {
    private DingTalkLongMessage() {}

    /**
     * Returns the message in pieces, in order. The pieces of one division are the same each time.
     *
     * @param division how often the size is halved; 0 for the message as it is
     */
    static List<DingTalkCall> pieces(DingTalkCall call, int division) {
        if (division == 0 || !isMarkdown(call)) {
            return List.of(call);
        }
        List<DingTalkCall> pieces = new ArrayList<>();
        for (FormattedText piece : TextSplitter.halves(text(call), division)) {
            pieces.add(call.withMessage(DingTalkMessages.MARKDOWN, DingTalkMessages.markdown(piece))
                    .at(call.place() + "." + division + "." + pieces.size()));
        }
        return pieces.isEmpty() ? List.of(call) : pieces;
    }

    static boolean isMarkdown(DingTalkCall call) {
        return call.kind().isMessage()
                && call.file() == null
                && call.body().path("msgKey").asText().equals(DingTalkMessages.MARKDOWN);
    }

    /** Returns the message without markup. */
    static DingTalkCall withoutMarkup(DingTalkCall call) {
        return call.withMessage(
                DingTalkMessages.TEXT, DingTalkMessages.text(text(call).text()));
    }

    private static FormattedText text(DingTalkCall call) {
        return DingTalkMessages.read(parameters(call).path("text").asText());
    }

    private static JsonNode parameters(DingTalkCall call) {
        try {
            return ProtocolCodec.readTree(call.body().path("msgParam").asText().getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }
}
