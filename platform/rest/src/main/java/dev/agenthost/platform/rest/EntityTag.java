package dev.agenthost.platform.rest;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes and reads HTTP entity tags (RFC 9110 §8.8.3): strong tags of a version, {@code "3"}, or of content. */
public final class EntityTag {
    private static final Pattern TAG = Pattern.compile("\"(\\d{1,18})\"");

    private EntityTag() {}

    public static String of(long version) {
        return "\"" + version + "\"";
    }

    /** Returns the tag of bytes. */
    public static String ofContent(String sha256) {
        return "\"" + sha256 + "\"";
    }

    /** Returns true if an {@code If-None-Match} lists the tag, compared weakly, or is {@code *}; false without the header. */
    public static boolean isListed(@Nullable String ifNoneMatch, String tag) {
        return ifNoneMatch != null
                && Arrays.stream(ifNoneMatch.split(","))
                        .map(String::strip)
                        .map(listed -> listed.startsWith("W/") ? listed.substring(2) : listed)
                        .anyMatch(listed -> listed.equals("*") || listed.equals(tag));
    }

    /** Returns the version that an {@code If-Match} expects; empty for a tag of another form, which matches no version. */
    public static Optional<ExpectedVersion> parse(String ifMatch) {
        if (ifMatch.strip().equals("*")) {
            return Optional.of(new ExpectedVersion.Any());
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        return tag.matches()
                ? Optional.of(new ExpectedVersion.Exactly(Long.parseLong(tag.group(1))))
                : Optional.empty();
    }
}
