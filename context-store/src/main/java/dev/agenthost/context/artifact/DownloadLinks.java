package dev.agenthost.context.artifact;

import dev.agenthost.context.common.SignedTokenCodec;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tokens of downloads: the holder of a token reads one artifact of one workspace, without a key, until the token expires. */
public final class DownloadLinks {
    /** Longest validity of a token. */
    public static final Duration LONGEST = Duration.ofHours(1);

    private static final String PURPOSE = "artifact-download";

    private final SignedTokenCodec seals;

    /**
     * The content of a token.
     *
     * @param runId the run that made the artifact, as several runs may use one id; null if no run made it
     * @param sha256 of the artifact's bytes when the token was made; later bytes are not opened
     */
    public record Opens(
            String workspaceId, String artifactId, @Nullable UUID runId, String sha256, Instant expiresAt) {}

    public DownloadLinks(List<byte[]> keys) {
        this.seals = new SignedTokenCodec(keys, PURPOSE);
    }

    public String token(Opens opens) {
        return seals.seal(ProtocolCodec.encode(opens));
    }

    /** @return empty for a token that is forged, altered, expired or of another artifact */
    public Optional<Opens> read(String token, String artifactId, Instant now) {
        return seals.open(token).flatMap(bytes -> {
            try {
                Opens opens = ProtocolCodec.decode(bytes, Opens.class);
                return opens.artifactId().equals(artifactId)
                                && opens.expiresAt().isAfter(now)
                        ? Optional.of(opens)
                        : Optional.empty();
            } catch (UndecodableException anOlderForm) {
                return Optional.empty();
            }
        });
    }
}
