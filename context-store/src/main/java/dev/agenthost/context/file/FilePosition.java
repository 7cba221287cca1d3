package dev.agenthost.context.file;

import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.artifact.StoredFile;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the list of a workspace's files, of which the newest are first.
 *
 * @param createdAt to the microsecond, as the database has it
 */
public record FilePosition(Instant createdAt, String fileKey) {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,17})/(.+)");

    public static FilePosition of(StoredFile file) {
        return new FilePosition(file.createdAt(), file.fileKey());
    }

    /** Opaque to whoever gets it; it opens nothing, so nobody signs it. */
    public String cursor() {
        String written = ChronoUnit.MICROS.between(Instant.EPOCH, createdAt) + "/" + fileKey;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(written.getBytes(StandardCharsets.UTF_8));
    }

    /** @return empty where it is none */
    public static Optional<FilePosition> parse(String cursor) {
        String written;
        try {
            written = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        Matcher parts = WRITTEN.matcher(written);
        return parts.matches() && FileLimits.isKey(parts.group(2))
                ? Optional.of(new FilePosition(
                        Instant.EPOCH.plus(Long.parseLong(parts.group(1)), ChronoUnit.MICROS), parts.group(2)))
                : Optional.empty();
    }
}
