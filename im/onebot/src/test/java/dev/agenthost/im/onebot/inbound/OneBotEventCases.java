package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Events with their outcomes; each names the page of the standard that it follows, or that it is assumed. */
public final class OneBotEventCases {
    /** The bot of the cases. */
    public static final String BOT = "support";

    private OneBotEventCases() {}

    public static List<JsonNode> all() {
        try (InputStream file = OneBotEventCases.class.getResourceAsStream("/onebot/events.json")) {
            List<JsonNode> cases = new ArrayList<>();
            new ObjectMapper().readTree(Objects.requireNonNull(file)).forEach(cases::add);
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
