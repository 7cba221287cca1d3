package dev.agenthost.orchestrator.runner;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Files that begin as pictures do. */
public final class Pictures {
    private Pictures() {}

    /** @param size in bytes */
    public static byte[] png(int size) {
        return padded("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR", size);
    }

    public static byte[] jpeg(int size) {
        return padded("\u00ff\u00d8\u00ff\u00e0", size);
    }

    public static byte[] gif(int size) {
        return padded("GIF89a", size);
    }

    public static byte[] webp(int size) {
        return padded("RIFF\0\0\0\0WEBPVP8 ", size);
    }

    public static byte[] padded(String head, int size) {
        return Arrays.copyOf(head.getBytes(StandardCharsets.ISO_8859_1), size);
    }
}
