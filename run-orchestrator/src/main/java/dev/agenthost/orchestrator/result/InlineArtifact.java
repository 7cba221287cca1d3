package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.result.ArtifactCreated;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The small artifact inside a result: its bytes are measured and left out of what is published (spec 000 §7.2). */
final class InlineArtifact {
    /** Decoded. */
    static final int MOST_BYTES = 1024 * 1024;

    sealed interface Read {}

    record Kept(ArtifactCreated published, List<String> warnings) implements Read {}

    record Refused(String why) implements Read {}

    private InlineArtifact() {}

    static Read read(ArtifactCreated artifact) {
        String content = artifact.contentBase64();
        if (content == null) {
            return new Kept(artifact, List.of());
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(content);
        } catch (IllegalArgumentException e) {
            return new Refused("an artifact whose content is not base64");
        }
        if (bytes.length > MOST_BYTES) {
            return new Refused("an artifact larger than 1 MiB inline");
        }
        String sha256 = sha256(bytes);
        List<String> warnings = new ArrayList<>();
        if (artifact.sha256() != null
                && !artifact.sha256().toLowerCase(Locale.ROOT).equals(sha256)) {
            warnings.add("an artifact with another sha256 than it says");
        }
        if (artifact.sizeBytes() != null && artifact.sizeBytes() != bytes.length) {
            warnings.add("an artifact of another size than it says");
        }
        ArtifactCreated published = new ArtifactCreated(
                artifact.artifactType(),
                artifact.artifactId(),
                artifact.mimeType(),
                artifact.name(),
                (long) bytes.length,
                sha256,
                artifact.metadata(),
                null);
        return new Kept(published, warnings);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
