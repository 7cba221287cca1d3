package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.ByteRange;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The requested range of a {@code Range} header (RFC 9110 §14.2). A header other than a single range of bytes requests all bytes. */
sealed interface RangeHeader {
    record All() implements RangeHeader {}

    record Part(ByteRange span) implements RangeHeader {}

    /** A range that contains no byte. */
    record Unsatisfiable() implements RangeHeader {}

    /** Longer numbers exceed any size of content. */
    Pattern SINGLE = Pattern.compile("bytes=\\s*(\\d{0,18})-(\\d{0,18})\\s*", Pattern.CASE_INSENSITIVE);

    static RangeHeader of(@Nullable String header, long size) {
        Matcher range = SINGLE.matcher(header == null ? "" : header);
        if (!range.matches()) {
            return new All();
        }
        String first = range.group(1);
        String last = range.group(2);
        if (first.isEmpty()) {
            return last.isEmpty() ? new All() : suffix(Long.parseLong(last), size);
        }
        long from = Long.parseLong(first);
        long through = last.isEmpty() ? Long.MAX_VALUE - 1 : Long.parseLong(last);
        if (through < from) {
            return new All();
        }
        return from >= size ? new Unsatisfiable() : new Part(new ByteRange(from, Math.min(through + 1, size)));
    }

    private static RangeHeader suffix(long length, long size) {
        return length == 0 || size == 0
                ? new Unsatisfiable()
                : new Part(new ByteRange(Math.max(size - length, 0), size));
    }
}
