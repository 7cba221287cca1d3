package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Events and callbacks with their outcomes; each names the page of the platform that it follows, or that it is assumed. */
public final class LarkEventCases {
    /** The bot of the cases. */
    public static final LarkIdentity BOT = new LarkIdentity("support", "cli_a1", "ou_bot");

    private LarkEventCases() {}

    public static List<JsonNode> all() {
        try (InputStream file = LarkEventCases.class.getResourceAsStream("/lark/events.json")) {
            List<JsonNode> cases = new ArrayList<>();
            new ObjectMapper().readTree(Objects.requireNonNull(file)).forEach(cases::add);
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
