package dev.agenthost.im.discord.rendering;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.Optional;

/** Writes a call as the body of its request. */
public final class DiscordMessageBody {
    /** A preview of each link would be longer than the answer (https://docs.discord.com/developers/resources/message#message-object-message-flags). */
    private static final int SUPPRESS_EMBEDS = 1 << 2;

    private DiscordMessageBody() {}

    /**
     * Returns the body; empty for a call without one. With a file it is the member {@code payload_json} of a form, whose member
     * {@code files[0]} has the bytes. No message mentions anybody, whatever its text is
     * (https://docs.discord.com/developers/resources/message#allowed-mentions-object).
     *
     * @param part the permanent key of the part
     */
    public static Optional<ObjectNode> of(DiscordCall call, String part) {
        return switch (call) {
            case DiscordCall.Post post -> Optional.of(of(post, part));
            case DiscordCall.Edit edit -> Optional.of(shown(edit));
            case DiscordCall.Respond respond -> Optional.of(respond.response().body());
            case DiscordCall.Delete delete -> Optional.empty();
            case DiscordCall.Reaction reaction -> Optional.empty();
            case DiscordCall.Typing typing -> Optional.empty();
        };
    }

    /** Equal nonces make one message within a few minutes. */
    private static ObjectNode of(DiscordCall.Post post, String part) {
        ObjectNode body =
                shown(post).put("nonce", DiscordCall.nonce(part, post.place())).put("enforce_nonce", true);
        OutboundArtifact file = post.file();
        if (file != null) {
            body.putArray("attachments").addObject().put("id", 0).put("filename", DiscordFiles.name(file));
        }
        return body;
    }

    private static ObjectNode shown(DiscordCall.WithText call) {
        ObjectNode body = call.rest().deepCopy();
        if (!call.text().isBlank()) {
            body.put("content", DiscordMarkdown.of(call.text()));
        }
        body.put("flags", SUPPRESS_EMBEDS);
        body.putObject("allowed_mentions").putArray("parse");
        return body;
    }
}
