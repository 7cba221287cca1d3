package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Events of webhooks with their outcomes; each names the page of the platform that it follows, or that it is assumed. */
public final class LineEventCases {
    /** The bot of the cases. */
    public static final LineIdentity BOT = new LineIdentity("support", "Ub9952f8a5bf1a2b3c4d5e6f708192a3b");

    private LineEventCases() {}

    public static List<JsonNode> all() {
        try (InputStream file = LineEventCases.class.getResourceAsStream("/line/events.json")) {
            List<JsonNode> cases = new ArrayList<>();
            new ObjectMapper().readTree(Objects.requireNonNull(file)).forEach(cases::add);
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
