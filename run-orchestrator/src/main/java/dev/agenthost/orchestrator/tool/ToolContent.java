package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** A part of the result of a tool. */
public sealed interface ToolContent {
    record Text(String text) implements ToolContent {}

    /**
     * An image, audio or file. The runner receives it as an artifact of its run.
     *
     * @param type {@code image}, {@code audio}, {@code file}
     */
    record Bytes(
            String type,
            @Nullable String mimeType,
            @Nullable String name,
            String base64) implements ToolContent {}

    /** Any other content, passed on unchanged: a link, an embedded text. */
    record Other(ObjectNode value) implements ToolContent {}
}
