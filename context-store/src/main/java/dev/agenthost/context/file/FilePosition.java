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
 * A position in the list of a workspace's files, newest first.
 *
 * @param createdAt with the database's precision of a microsecond
 */
public record FilePosition(Instant createdAt, String fileKey) {
    private static final Pattern FORMAT = Pattern.compile("(\\d{1,17})/(.+)");

    public static FilePosition of(StoredFile file) {
        return new FilePosition(file.createdAt(), file.fileKey());
    }

    /** Returns an opaque cursor. It grants no access, so it is not signed. */
    public String cursor() {
        String text = ChronoUnit.MICROS.between(Instant.EPOCH, createdAt) + "/" + fileKey;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** @return empty for an invalid cursor */
    public static Optional<FilePosition> parse(String cursor) {
        String text;
        try {
            text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        Matcher parts = FORMAT.matcher(text);
        return parts.matches() && FileLimits.isKey(parts.group(2))
                ? Optional.of(new FilePosition(
                        Instant.EPOCH.plus(Long.parseLong(parts.group(1)), ChronoUnit.MICROS), parts.group(2)))
                : Optional.empty();
    }
}
