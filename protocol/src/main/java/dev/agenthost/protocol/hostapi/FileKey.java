package dev.agenthost.protocol.hostapi;

import dev.agenthost.protocol.id.Sha256;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The name of a file during its transfer. It names no file on a disk of this host; peers put it below a folder, so it
 * is one name and no path.
 *
 * @param value 1 to 255 characters, letters, digits, {@code .}, {@code _} and {@code -}, the first a letter or a digit,
 *     without {@code ..}
 */
public record FileKey(String value) {
    private static final Pattern GRAMMAR = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");

    /** @throws IllegalArgumentException if the value is no such name */
    public FileKey {
        if (!isOne(value)) {
            throw new IllegalArgumentException("The key of a file must be one plain name");
        }
    }

    public static boolean isOne(String text) {
        return GRAMMAR.matcher(text).matches() && !text.contains("..");
    }

    /**
     * Returns the key of one transfer: the beginning of the file's digest, and the transfer's id.
     *
     * @param transfer a new id for each transfer, also of the same file
     */
    public static FileKey of(byte[] file, UUID transfer) {
        String digest = Sha256.hex(file).substring(0, 16);
        return new FileKey(digest + "-" + transfer.toString().replace("-", ""));
    }

    @Override
    public String toString() {
        return value;
    }
}
