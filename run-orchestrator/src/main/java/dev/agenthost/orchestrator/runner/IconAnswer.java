package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.IncomingFiles;
import dev.agenthost.protocol.hostapi.FileKey;

/** The reading of a plugin's answer to {@code get_plugin_icon}. The media type that the plugin names is not read. */
sealed interface IconAnswer {
    record Shown(Icon icon) implements IconAnswer {}

    /** The plugin has no icon. */
    record None() implements IconAnswer {}

    /** The plugin did not answer; its earlier icon stays. */
    record Failed() implements IconAnswer {}

    /** The icon cannot be shown. */
    record Unfit(String why) implements IconAnswer {}

    /** @param files the files whose chunks came before the answer */
    static IconAnswer of(Frame.Response response, IncomingFiles files) {
        if (response.failed()) {
            return new Failed();
        }
        JsonNode key = response.data().path("plugin_icon_file_key");
        if (key.isMissingNode() || key.isNull() || key.asText("?").isBlank()) {
            return new None();
        }
        if (!key.isTextual() || !FileKey.isOne(key.textValue())) {
            return new Unfit("plugin_icon_file_key is no plain name");
        }
        return files.collect(new FileKey(key.textValue()))
                .map(bytes -> Icon.of(bytes)
                        .<IconAnswer>map(Shown::new)
                        .orElseGet(() -> new Unfit("it is no png, jpeg, gif or webp of at most 64 KiB")))
                .orElseGet(() -> new Unfit("its file did not come"));
    }
}
