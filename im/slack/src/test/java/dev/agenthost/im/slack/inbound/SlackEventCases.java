package dev.agenthost.im.slack.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Events and interactions with their outcomes; each names the page of the platform that it follows, or that it is assumed. */
public final class SlackEventCases {
    /** The bot of the cases. */
    public static final SlackIdentity BOT = new SlackIdentity("support", "A1", "T1");

    private SlackEventCases() {}

    public static List<JsonNode> all() {
        try (InputStream file = SlackEventCases.class.getResourceAsStream("/slack/events.json")) {
            List<JsonNode> cases = new ArrayList<>();
            new ObjectMapper().readTree(Objects.requireNonNull(file)).forEach(cases::add);
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
