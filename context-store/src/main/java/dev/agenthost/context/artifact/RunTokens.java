package dev.agenthost.context.artifact;

import dev.agenthost.context.common.SignedTokenCodec;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Run tokens: the holder of one may upload artifacts of that attempt of a run, and nothing else, until the token expires. */
public final class RunTokens {
    private static final String PURPOSE = "run-upload";

    private final SignedTokenCodec seals;
    private final Duration term;

    /** The sealed content of a token. */
    private record Content(UploadGrant grant, Instant expiresAt) {}

    /** @param token for the client to send as a bearer token */
    public record RunToken(String token, Instant expiresAt) {}

    public RunTokens(List<byte[]> keys, Duration term) {
        if (!term.isPositive()) {
            throw new IllegalArgumentException("agenthost.artifacts.uploads.token-ttl must be a time");
        }
        this.seals = new SignedTokenCodec(keys, PURPOSE);
        this.term = term;
    }

    public RunToken issue(UploadGrant grant, Instant now) {
        Instant expiresAt = now.plus(term);
        return new RunToken(seals.seal(ProtocolCodec.encode(new Content(grant, expiresAt))), expiresAt);
    }

    /** @return empty for a token that is forged, altered or expired */
    public Optional<Uploader> read(String token, Instant now) {
        return seals.open(token).flatMap(bytes -> {
            try {
                Content content = ProtocolCodec.decode(bytes, Content.class);
                UploadGrant grant = content.grant();
                return content.expiresAt().isAfter(now)
                        ? Optional.of(new Uploader.Attempt(grant.owner(), grant.attempt(), grant.runnerId()))
                        : Optional.empty();
            } catch (UndecodableException anOlderForm) {
                return Optional.empty();
            }
        });
    }
}
