package dev.agenthost.protocol.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A runner's stable id, {@code plugin:author/name/runner} (spec 000 §4.2). There is no other source than plugin. */
public record RunnerId(String author, String name, String runner) {
    private static final Pattern TEXT = Pattern.compile("plugin:([^/]+)/([^/]+)/([^/]+)");

    public RunnerId {
        check(author, "author");
        check(name, "name");
        check(runner, "runner");
    }

    /** Reads what {@link #toString()} writes; anything else is an {@link IllegalArgumentException}. */
    @JsonCreator
    public static RunnerId parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new InvalidFieldException("", "must have the form plugin:author/name/runner");
        }
        return new RunnerId(parts.group(1), parts.group(2), parts.group(3));
    }

    /** The plugin that brings it, {@code author/name}. */
    public String plugin() {
        return author + "/" + name;
    }

    @Override
    @JsonValue
    public String toString() {
        return "plugin:" + author + "/" + name + "/" + runner;
    }

    private static void check(String part, String what) {
        if (part == null || part.isBlank() || part.indexOf('/') >= 0) {
            throw new InvalidFieldException(
                    "", "must have the form plugin:author/name/runner: its " + what + " is empty or contains a slash");
        }
    }
}
