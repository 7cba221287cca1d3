package dev.agenthost.im.dingtalk.connection;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;

/**
 * The answers to frames
 * (https://open.dingtalk.com/document/direction/stream-mode-protocol-access-description).
 */
public final class DingTalkAcknowledgement {
    private static final int OK = 200;
    private static final int NO_TOPIC = 404;
    private static final int FAILED = 500;

    private DingTalkAcknowledgement() {}

    /** Returns the answer to a ping. */
    public static String pong(DingTalkStreamFrame.Ping ping) {
        return text(OK, "OK", ping.messageId(), ping.data());
    }

    /**
     * Returns the answer to a payload that is done with.
     *
     * @param response what an action on a card changes of it; empty for nothing
     */
    public static String done(DingTalkPush push, ObjectNode response) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        switch (push.topic()) {
            case EVENT -> data.put("status", "SUCCESS").put("message", "success");
            case MESSAGE -> data.putNull("response");
            case CARD -> data.set("response", response);
        }
        return text(OK, "OK", push.messageId(), json(data));
    }

    /** Returns the answer to a payload that is not done with. The platform pushes an event again. */
    public static String failed(DingTalkPush push) {
        if (push.topic() == DingTalkPush.Topic.EVENT) {
            ObjectNode data = JsonNodeFactory.instance.objectNode().put("status", "LATER");
            return text(OK, "OK", push.messageId(), json(data.put("message", "unavailable")));
        }
        return text(FAILED, "internal error", push.messageId(), "{}");
    }

    /** Returns the answer to a frame of an unknown topic. */
    public static String unsupported(DingTalkStreamFrame.Unsupported frame) {
        return text(NO_TOPIC, "topic not found", frame.messageId(), "{}");
    }

    private static String text(int code, String message, String messageId, String data) {
        ObjectNode answer =
                JsonNodeFactory.instance.objectNode().put("code", code).put("message", message);
        answer.putObject("headers").put("messageId", messageId).put("contentType", "application/json");
        return json(answer.put("data", data));
    }

    private static String json(ObjectNode object) {
        return new String(ProtocolCodec.encode(object), StandardCharsets.UTF_8);
    }
}
