package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Updates with their outcomes; each names the page of the Bot API that it follows, or that it is assumed. */
public final class UpdateCases {
    /** The bot of the cases. */
    public static final BotIdentity BOT = new BotIdentity("support", 4000L, "shop_bot");

    private UpdateCases() {}

    public static List<JsonNode> all() {
        try (InputStream file = UpdateCases.class.getResourceAsStream("/telegram/updates.json")) {
            List<JsonNode> cases = new ArrayList<>();
            new ObjectMapper().readTree(Objects.requireNonNull(file)).forEach(cases::add);
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
