package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.artifact.FileContent;
import java.util.Base64;

/**
 * Files that people gave to this run's agent (spec 000 §8, {@code get_file}). {@code context.resources().files()} lists them with name,
 * kind and size.
 */
public record Files(Calls calls) {
    /**
     * All bytes of a file, at most 10 MiB.
     *
     * @param fileKey of {@code context.resources().files()}, or of the runner's configuration
     * @throws AgentApiException {@code unauthorized} if it was not granted, {@code not_found} if it was deleted meanwhile
     */
    public byte[] read(String fileKey) {
        ObjectNode request = ProtocolCodec.mapper().createObjectNode().put("file_key", fileKey);
        ObjectNode answer = calls.call("get_config_file", request);
        return Base64.getDecoder().decode(calls.read(answer, FileContent.class).fileBase64());
    }
}
