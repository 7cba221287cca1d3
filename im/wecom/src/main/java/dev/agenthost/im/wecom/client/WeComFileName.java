package dev.agenthost.im.wecom.client;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the name of a file in {@code Content-Disposition}
 * (https://developer.work.weixin.qq.com/document/path/90254). A name in UTF-8 is assumed to have the form of RFC 6266.
 */
final class WeComFileName {
    private static final Pattern EXTENDED = Pattern.compile("filename\\*=UTF-8''([^;\\s]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUOTED =
            Pattern.compile("filename=\"([\\x20-\\x7e&&[^\"]]+)\"", Pattern.CASE_INSENSITIVE);
    private static final int LONGEST = 256;

    private WeComFileName() {}

    /** Returns the name without a path; empty if there is none, or only one in another encoding. */
    static Optional<String> of(@Nullable String header) {
        if (header == null) {
            return Optional.empty();
        }
        Matcher extended = EXTENDED.matcher(header);
        Matcher quoted = QUOTED.matcher(header);
        return (extended.find()
                        ? decoded(extended.group(1))
                        : quoted.find() ? Optional.of(quoted.group(1)) : Optional.<String>empty())
                .map(name -> name.replaceAll("\\p{Cntrl}", " ")
                        .replaceAll(".*[/\\\\]", "")
                        .strip())
                .filter(name -> !name.isEmpty() && name.length() <= LONGEST);
    }

    private static Optional<String> decoded(String text) {
        try {
            return Optional.of(URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
