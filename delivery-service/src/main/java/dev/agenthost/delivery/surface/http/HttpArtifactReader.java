package dev.agenthost.delivery.surface.http;

import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/** Reads artifacts by the internal REST of context-store. */
public final class HttpArtifactReader implements ArtifactReader {
    /** Bytes of one read. An upload has one piece in memory at a time. */
    static final int PIECE = 256 * 1024;

    /** Largest answer: the piece in base64, and its metadata. */
    private static final int LARGEST_ANSWER = 2 * PIECE;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final EgressClient client;
    private final String address;
    private final String internalKey;

    /**
     * @param client may call private networks
     * @param base address of context-store
     */
    public HttpArtifactReader(EgressClient client, URI base, String internalKey) {
        this.client = client;
        this.address = base.resolve("/internal/v1/artifacts/read").toString();
        this.internalKey = internalKey;
    }

    @Override
    public Uni<Answer> read(ArtifactOwner reader, String artifactId, long offset) {
        byte[] question = ProtocolCodec.encode(new ArtifactRangeQuestion(reader, artifactId, offset, PIECE));
        Map<String, String> headers =
                Map.of("Content-Type", "application/json", "Authorization", "Bearer " + internalKey);
        return client.call(new HttpRequest(address, headers, question, TIMEOUT))
                .chain(result -> {
                    if (result instanceof HttpCallResult.Answered(var answer)) {
                        return answer.body(LARGEST_ANSWER, TIMEOUT).map(body -> read(answer.status(), body));
                    }
                    throw new IllegalStateException("context-store cannot be called");
                })
                // A pooled connection may have ended meanwhile.
                .onFailure()
                .retry()
                .atMost(1);
    }

    /** An id that context-store refuses is one that no artifact has. */
    private static Answer read(int status, byte[] body) {
        if (status == 400 || status == 404 || status == 410) {
            return new Answer.Gone();
        }
        if (status != 200) {
            throw new IllegalStateException("context-store answered " + status);
        }
        try {
            ArtifactReadResult read = ProtocolCodec.decode(body, ArtifactReadResult.class);
            String content = read.contentBase64();
            Long size = read.sizeBytes();
            if (content == null || size == null) {
                throw new IllegalStateException("context-store answered without content or size");
            }
            return new Answer.Piece(Base64.getDecoder().decode(content), size);
        } catch (UndecodableException e) {
            throw new IllegalStateException("the answer of context-store cannot be decoded", e);
        }
    }
}
