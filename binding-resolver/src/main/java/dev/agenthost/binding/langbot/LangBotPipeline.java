package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.Sha256;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline of LangBot.
 *
 * @param path of the pipeline in the input
 * @param configPath of its configuration
 * @param uuid LangBot's own id; null for a bare configuration
 * @param preferences its extension preferences; missing if there are none
 */
record LangBotPipeline(
        String path, String configPath, @Nullable String uuid, String name, ObjectNode config, JsonNode preferences) {
    private static final String PREFIX = "langbot-";
    private static final int DIGITS = 16;

    /** Returns the agent id, which is equal in every import. */
    String agentId() {
        return idOf(uuid, name);
    }

    /** Returns the id for a mapped LangBot object. */
    static String idOf(@Nullable String uuid, String name) {
        return PREFIX
                + (uuid != null && uuid.matches("[A-Za-z0-9._-]{1,100}")
                        ? uuid
                        : Sha256.hex((uuid == null ? name : uuid).getBytes(StandardCharsets.UTF_8))
                                .substring(0, DIGITS));
    }
}
