package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.ContextApiCapabilities;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.AgentApiException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** The tools that read files of the conversation in chunks, and create files. */
final class ArtifactTools {
    static final int LARGEST = 1024 * 1024;
    static final int MAX_CREATED = 50;
    private static final int ID = 256;
    private static final int MAX_READ_BYTES = 256 * 1024;

    private ArtifactTools() {}

    static List<RunTool> tools(ContextApiCapabilities apis, HostApi api, RunOutput out) {
        List<RunTool> tools = new ArrayList<>();
        if (apis.artifactMetadata()) {
            tools.add(new RunTool(
                    "artifact_metadata",
                    "Shows the name, type and size of a file of this conversation.",
                    JsonSchemas.none().text("artifact_id", ID, "Which file.").properties(),
                    List.of("artifact_id"),
                    arguments -> ProtocolCodec.tree(api.artifacts().metadata(arguments.text("artifact_id", ID)))));
        }
        if (apis.artifactRead()) {
            tools.add(new RunTool(
                    "artifact_read",
                    "Reads a piece of a file of this conversation, in base64. Continue at offset + length while has_more.",
                    JsonSchemas.none()
                            .text("artifact_id", ID, "Which file.")
                            .number("offset", 0, 0, Long.MAX_VALUE, "The first byte.")
                            .number("limit", 65536, 1, MAX_READ_BYTES, "The largest number of bytes.")
                            .properties(),
                    List.of("artifact_id"),
                    arguments -> read(api, arguments)));
        }
        AtomicInteger made = new AtomicInteger();
        tools.add(new RunTool(
                "artifact_upload",
                "Stores a file of at most 1 MiB with this conversation and shows it to the person.",
                JsonSchemas.none()
                        .text("name", 255, "The file's name.")
                        .text("mime_type", 255, "For instance text/plain.")
                        .oneOf("artifact_type", List.of("file", "image", "audio", "video"), "file by default.")
                        .text("text", LARGEST, "The content, if it is text.")
                        .text("content_base64", base64(LARGEST), "The content in base64, if it is not text.")
                        .properties(),
                List.of("name", "mime_type"),
                arguments -> upload(out, arguments, made)));
        return tools;
    }

    private static JsonNode read(HostApi api, ToolArguments arguments) {
        ArtifactReadResult chunk = api.artifacts()
                .read(arguments.text("artifact_id", ID), arguments.number("offset", 0, 0, Long.MAX_VALUE), (int)
                        arguments.number("limit", 65536, 1, MAX_READ_BYTES));
        return ProtocolCodec.tree(chunk);
    }

    private static ObjectNode upload(RunOutput out, ToolArguments arguments, AtomicInteger made) {
        String name = arguments.text("name", 255);
        String mimeType = arguments.text("mime_type", 255);
        String type = Objects.requireNonNullElse(arguments.optional("artifact_type", 32), "file");
        if (!List.of("file", "image", "audio", "video").contains(type)) {
            throw ToolArguments.wrong("artifact_type", "must be one of file, image, audio and video");
        }
        byte[] content = content(arguments);
        if (made.incrementAndGet() > MAX_CREATED) {
            throw new AgentApiException(FailureCode.RATE_LIMITED, "a run makes at most " + MAX_CREATED + " files");
        }
        String id = UUID.randomUUID().toString();
        out.emit(new ArtifactCreated(
                type,
                id,
                mimeType,
                name,
                (long) content.length,
                null,
                RunTools.object(),
                Base64.getEncoder().encodeToString(content)));
        return RunTools.object().put("artifact_id", id).put("name", name).put("size_bytes", content.length);
    }

    private static byte[] content(ToolArguments arguments) {
        String text = arguments.optional("text", LARGEST);
        String base64 = arguments.optional("content_base64", base64(LARGEST));
        if ((text == null) == (base64 == null)) {
            throw ToolArguments.wrong("text", "or content_base64 is required, and not both");
        }
        byte[] content;
        try {
            content = text == null ? Base64.getDecoder().decode(base64) : text.getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ToolArguments.wrong("content_base64", "must be base64");
        }
        if (content.length > LARGEST) {
            throw new AgentApiException(FailureCode.PAYLOAD_TOO_LARGE, "a file has at most 1 MiB");
        }
        return content;
    }

    private static int base64(int bytes) {
        return (bytes + 2) / 3 * 4;
    }
}
