package dev.agenthost.testkit.discord;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An answer with a status from 400 on (https://docs.discord.com/developers/reference#error-messages). */
final class DiscordRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int INVALID_FORM = 50035;

    private final int status;
    private final transient ObjectNode body;

    DiscordRefusal(int status, int code, String message) {
        this(
                status,
                JsonNodeFactory.instance.objectNode().put("message", message).put("code", code));
    }

    private DiscordRefusal(int status, ObjectNode body) {
        super(body.toString(), null, false, false);
        this.status = status;
        this.body = body;
    }

    /** A body with an invalid member. */
    static DiscordRefusal ofMember(String member, String error) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("message", "Invalid Form Body")
                .put("code", INVALID_FORM);
        body.putObject("errors")
                .putObject(member)
                .putArray("_errors")
                .addObject()
                .put("code", error)
                .put("message", "Invalid.");
        return new DiscordRefusal(400, body);
    }

    int status() {
        return status;
    }

    ObjectNode body() {
        return body;
    }
}
