package dev.agenthost.context.artifact.http;

import dev.agenthost.protocol.id.PercentEncoding;
import org.jspecify.annotations.Nullable;

/** {@code Content-Disposition} of downloads, which are never displayed inline (RFC 6266). */
final class Disposition {
    private Disposition() {}

    static String attachment(@Nullable String name) {
        return name == null
                ? "attachment"
                : "attachment; filename=\"" + ascii(name) + "\"; filename*=UTF-8''" + PercentEncoding.encode(name);
    }

    /** For clients that do not support the extended form. */
    private static String ascii(String name) {
        StringBuilder ascii = new StringBuilder();
        name.codePoints()
                .map(c -> c < ' ' || c > '~' || c == '"' || c == '\\' || c == '%' ? '_' : c)
                .forEach(ascii::appendCodePoint);
        return ascii.toString();
    }
}
