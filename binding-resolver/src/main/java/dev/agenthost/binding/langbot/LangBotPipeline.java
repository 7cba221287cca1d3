package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.Sha256;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline of LangBot.
 *
 * @param path where it stands in what was imported
 * @param configPath where its configuration stands
 * @param uuid LangBot's own id; null where only a configuration was given
 * @param preferences its extension preferences; missing where there are none
 */
record LangBotPipeline(
        String path, String configPath, @Nullable String uuid, String name, ObjectNode config, JsonNode preferences) {
    private static final String PREFIX = "langbot-";
    private static final int DIGITS = 16;

    /** The same pipeline has the same agent id whenever it is imported. */
    String agentId() {
        return idOf(uuid, name);
    }

    /** The id of what is made for something of LangBot. */
    static String idOf(@Nullable String uuid, String name) {
        return PREFIX
                + (uuid != null && uuid.matches("[A-Za-z0-9._-]{1,100}")
                        ? uuid
                        : Sha256.hex((uuid == null ? name : uuid).getBytes(StandardCharsets.UTF_8))
                                .substring(0, DIGITS));
    }
}
