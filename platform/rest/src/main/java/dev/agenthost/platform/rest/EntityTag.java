package dev.agenthost.platform.rest;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts versions to and from HTTP entity tags (RFC 9110 §8.8.3): a strong tag, {@code "3"}. */
public final class EntityTag {
    private static final Pattern TAG = Pattern.compile("\"(\\d{1,9})\"");

    private EntityTag() {}

    public static String of(int version) {
        return "\"" + version + "\"";
    }

    /** Returns the version that an {@code If-Match} expects; empty for a tag of another form, which matches no version. */
    public static Optional<ExpectedVersion> parse(String ifMatch) {
        if (ifMatch.strip().equals("*")) {
            return Optional.of(new ExpectedVersion.Any());
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        return tag.matches()
                ? Optional.of(new ExpectedVersion.Exactly(Integer.parseInt(tag.group(1))))
                : Optional.empty();
    }
}
