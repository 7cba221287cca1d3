package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import java.util.List;
import java.util.Optional;

/**
 * The data of {@code register_plugin}: names, keys, limits and generation of the plugin, and its support of {@code cancel_agent}.
 *
 * @param room the most concurrent runs on this connection: {@code max_concurrent_runs}, by default {@value #DEFAULT_ROOM}
 * @param takesCancels true if {@code cancel_agent} is declared; LangBot's SDK has no such action
 * @param largestMessage bytes of the largest message that the plugin accepts: {@code max_message_bytes}, or the limit of its generation
 */
public record Registration(
        String author,
        String plugin,
        List<String> shownKeys,
        int room,
        boolean takesCancels,
        SdkGeneration generation,
        int largestMessage) {
    /** The most concurrent runs of LangBot's plugin processes. */
    public static final int DEFAULT_ROOM = 128;

    private static final int LEAST_MESSAGE = 64 * 1024;

    private static final int MOST_ROOM = 100_000;

    public Registration {
        shownKeys = shownKeys.stream().filter(key -> !key.isBlank()).toList();
    }

    /** @return empty if the plugin has no author or no name */
    public static Optional<Registration> read(JsonNode data, List<String> keysOfHandshake) {
        JsonNode metadata = metadata(data.path("plugin_container"));
        String author = metadata.path("author").asText("");
        String plugin = metadata.path("name").asText("");
        if (!isIdPart(author) || !isIdPart(plugin)) {
            return Optional.empty();
        }
        List<String> keys = new java.util.ArrayList<>();
        keys.add(data.path("plugin_debug_key").asText(""));
        keys.addAll(keysOfHandshake);
        SdkGeneration generation = SdkGeneration.of(data);
        JsonNode room = data.path("max_concurrent_runs");
        int declared = room.isInt() && room.intValue() > 0 ? Math.min(room.intValue(), MOST_ROOM) : DEFAULT_ROOM;
        return Optional.of(new Registration(
                author,
                plugin,
                keys,
                declared,
                data.path("cancel_agent").booleanValue(),
                generation,
                largest(data, generation)));
    }

    private static int largest(JsonNode data, SdkGeneration generation) {
        JsonNode declared = data.path("max_message_bytes");
        return declared.isInt()
                ? Math.clamp(declared.intValue(), LEAST_MESSAGE, SdkGeneration.MOST_BYTES)
                : generation.largestMessage();
    }

    static JsonNode metadata(JsonNode container) {
        return container.path("manifest").path("manifest").path("metadata");
    }

    /** The key that all keys of the registration equal; a plugin of LangBot's SDK sends the same one twice. */
    public Optional<RunnerKey> key(RunnerKeyRing ring) {
        return ring.findSame(shownKeys);
    }

    private static boolean isIdPart(String text) {
        return !text.isBlank() && text.length() <= 200 && text.indexOf('/') < 0 && text.indexOf('\u0000') < 0;
    }
}
