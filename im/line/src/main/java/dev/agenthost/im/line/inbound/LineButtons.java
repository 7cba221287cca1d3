package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import java.util.Optional;

/** Maps postbacks: pressed buttons, chosen dates and switched menus (https://developers.line.biz/en/reference/messaging-api/#postback-event). */
final class LineButtons {
    private LineButtons() {}

    static LineMapping pressed(LineEvent event) {
        PlatformObject postback = event.content().object("postback");
        String data = postback == null ? null : postback.text("data");
        if (postback == null) {
            return LineEvent.without("postback", "an object");
        }
        Optional<ButtonKey> key = data == null ? Optional.empty() : ButtonKey.read(data);
        if (key.isEmpty()) {
            return other(event, postback);
        }
        String person = event.source() == null ? null : event.source().userId();
        return person == null ? LineEvent.without("source.userId", "an id") : new LineMapping.Press(key.get(), person);
    }

    /** A button of another message or menu: its data and the choice are in {@code data.button}. */
    private static LineMapping other(LineEvent event, PlatformObject postback) {
        LineEventBody built = event.body(EventTypes.PLATFORM_SPECIFIC);
        ObjectNode button = built.data().putObject("button");
        String data = postback.text("data");
        if (data != null) {
            button.put("data", data);
        }
        PlatformObject params = postback.object("params");
        if (params != null) {
            button.set("params", params.node().deepCopy());
        }
        return built.event();
    }
}
