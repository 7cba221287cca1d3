package dev.agenthost.im.dingtalk.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Payloads with their outcomes; each names the page of the platform that it follows, or that it is assumed. */
public final class DingTalkEventCases {
    /** The bot of the cases. */
    public static final DingTalkIdentity BOT = new DingTalkIdentity("support", "dingrobot1", "ding9f50", true);

    private DingTalkEventCases() {}

    public static List<JsonNode> all() {
        try (InputStream file = DingTalkEventCases.class.getResourceAsStream("/dingtalk/events.json")) {
            List<JsonNode> cases = new ArrayList<>();
            new ObjectMapper().readTree(Objects.requireNonNull(file)).forEach(cases::add);
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the payload of a case as the platform pushes it. */
    public static DingTalkPush push(JsonNode row) {
        DingTalkPush.Topic topic = DingTalkPush.Topic.valueOf(row.path("topic").asText());
        return new DingTalkPush(topic, "frame-1", row.path("payload"));
    }
}
