package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.id.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The icon of a plugin. Its type is detected from its first bytes; SVG is refused, because it may contain scripts.
 *
 * @param sha256 lowercase hexadecimal digest of the bytes
 */
public record Icon(String mimeType, String sha256, byte[] bytes) {
    /** The most bytes of an icon. */
    public static final int LARGEST = 64 * 1024;

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF};

    public Icon {
        bytes = bytes.clone();
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    public int size() {
        return bytes.length;
    }

    /** Returns the icon; empty if its type is not supported or it is too large. */
    public static Optional<Icon> of(byte[] bytes) {
        return bytes.length > LARGEST
                ? Optional.empty()
                : mimeType(bytes).map(type -> new Icon(type, Sha256.hex(bytes), bytes));
    }

    private static Optional<String> mimeType(byte[] bytes) {
        if (has(bytes, 0, PNG) && has(bytes, 12, ascii("IHDR"))) {
            return Optional.of("image/png");
        }
        if (has(bytes, 0, JPEG)) {
            return Optional.of("image/jpeg");
        }
        if (has(bytes, 0, ascii("GIF87a")) || has(bytes, 0, ascii("GIF89a"))) {
            return Optional.of("image/gif");
        }
        return has(bytes, 0, ascii("RIFF")) && has(bytes, 8, ascii("WEBP"))
                ? Optional.of("image/webp")
                : Optional.empty();
    }

    private static boolean has(byte[] bytes, int at, byte[] sign) {
        return bytes.length >= at + sign.length && Arrays.equals(bytes, at, at + sign.length, sign, 0, sign.length);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
