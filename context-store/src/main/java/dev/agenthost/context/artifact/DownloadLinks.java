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

/** Tokens of downloads: whoever has one reads one artifact of one workspace, without a key, for so long. */
public final class DownloadLinks {
    /** The longest that one is good. */
    public static final Duration LONGEST = Duration.ofHours(1);

    private static final String PURPOSE = "artifact-download";

    private final SignedTokenCodec seals;

    /**
     * What a token opens.
     *
     * @param runId whose, where several runs gave one id; null for what no run made
     * @param sha256 of the bytes that were meant: others that took their place are not opened
     */
    public record Opens(
            String workspaceId, String artifactId, @Nullable UUID runId, String sha256, Instant expiresAt) {}

    public DownloadLinks(List<byte[]> keys) {
        this.seals = new SignedTokenCodec(keys, PURPOSE);
    }

    public String token(Opens opens) {
        return seals.seal(ProtocolCodec.encode(opens));
    }

    /** @return empty for what was made up, altered, is of another artifact or is too old */
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
