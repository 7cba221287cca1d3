package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.IncomingFiles;
import dev.agenthost.protocol.hostapi.FileKey;

/** The parsed response of a plugin to {@code get_plugin_icon}. The media type of the response is ignored. */
sealed interface IconAnswer {
    record Found(Icon icon) implements IconAnswer {}

    /** The plugin has no icon. */
    record None() implements IconAnswer {}

    /** The plugin did not respond; its earlier icon stays. */
    record Failed() implements IconAnswer {}

    /** The icon is invalid. */
    record Invalid(String why) implements IconAnswer {}

    /** @param files the files whose chunks arrived before the response */
    static IconAnswer of(Frame.Response response, IncomingFiles files) {
        if (response.failed()) {
            return new Failed();
        }
        JsonNode key = response.data().path("plugin_icon_file_key");
        if (key.isMissingNode() || key.isNull() || key.asText("?").isBlank()) {
            return new None();
        }
        if (!key.isTextual() || !FileKey.isOne(key.textValue())) {
            return new Invalid("plugin_icon_file_key must be a plain name");
        }
        return files.collect(new FileKey(key.textValue()))
                .map(bytes -> Icon.of(bytes)
                        .<IconAnswer>map(Found::new)
                        .orElseGet(() -> new Invalid("the icon must be png, jpeg, gif or webp of at most 64 KiB")))
                .orElseGet(() -> new Invalid("the file of the icon is missing"));
    }
}
