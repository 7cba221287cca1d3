package dev.agenthost.runners.localagent.picture;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The image formats that models read, detected by the first bytes: a wrong name or declared type would cost a whole answer. */
enum ImageFormat {
    PNG("image/png", 0, "\u0089PNG\r\n\u001a\n"),
    JPEG("image/jpeg", 0, "\u00ff\u00d8\u00ff"),
    GIF("image/gif", 0, "GIF8"),
    WEBP("image/webp", 8, "WEBP");

    private final String mimeType;
    private final int at;
    private final byte[] mark;

    ImageFormat(String mimeType, int at, String mark) {
        this.mimeType = mimeType;
        this.at = at;
        this.mark = mark.getBytes(StandardCharsets.ISO_8859_1);
    }

    static Optional<ImageFormat> of(byte[] bytes) {
        return Arrays.stream(values()).filter(format -> format.begins(bytes)).findFirst();
    }

    String mimeType() {
        return mimeType;
    }

    private boolean begins(byte[] bytes) {
        int end = at + mark.length;
        return bytes.length >= end && Arrays.equals(bytes, at, end, mark, 0, mark.length);
    }
}
