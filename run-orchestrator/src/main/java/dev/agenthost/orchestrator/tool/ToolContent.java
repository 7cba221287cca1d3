package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** A part of what a tool said. */
public sealed interface ToolContent {
    record Text(String text) implements ToolContent {}

    /**
     * An image, a sound, a file. It reaches the runner as an artifact of its run.
     *
     * @param type {@code image}, {@code audio}, {@code file}
     */
    record Bytes(
            String type,
            @Nullable String mimeType,
            @Nullable String name,
            String base64) implements ToolContent {}

    /** Anything else, handed on as it is: a link, an embedded text. */
    record Other(ObjectNode value) implements ToolContent {}
}
