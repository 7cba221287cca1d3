package dev.agenthost.actiongraph.reference;

import dev.agenthost.actiongraph.reference.ReferenceSyntax.Malformed;
import dev.agenthost.actiongraph.reference.ReferenceSyntax.Parsed;
import dev.agenthost.protocol.json.WireName;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses one whole reference. The grammar is in {@code docs/action-graph.md}. */
public final class ReferenceParser {
    /** Most characters of a reference. */
    public static final int MAX_CHARACTERS = 512;

    private static final Pattern SCHEME =
            Pattern.compile("(md:|action:|input:|artifact://|artifact:|runtime://|loop:)(?=[^\\s/])\\S*");
    private static final Pattern ID = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,127}");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");
    private static final Pattern STORED =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*(?:/[A-Za-z0-9][A-Za-z0-9_.-]*){0,7}");
    private static final Pattern STEP = Pattern.compile("\\.([A-Za-z_][A-Za-z0-9_-]{0,127})|\\[(\\d{1,5})\\]");
    private static final Pattern RECORD = Pattern.compile(
            "(?:runs/(?=[^/]))?([A-Za-z][A-Za-z0-9_-]{0,127})(?:/actions/([A-Za-z][A-Za-z0-9_-]{0,63})(?:/(\\w+))?)?");

    private final String text;
    private int at;

    private ReferenceParser(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** Returns true if the text begins like a reference and has no blank. Such a text that does not parse is an error, not a literal. */
    public static boolean isReferenceLike(String text) {
        return text.length() <= MAX_CHARACTERS && SCHEME.matcher(text).matches();
    }

    /** Parses the text. */
    public static ReferenceSyntax parse(String text) {
        if (text.length() > MAX_CHARACTERS) {
            return new Malformed(MAX_CHARACTERS, "is longer than " + MAX_CHARACTERS + " characters");
        }
        Matcher scheme = SCHEME.matcher(text);
        if (!scheme.matches()) {
            return new Malformed(
                    0,
                    "must begin with md:, action:, input:, artifact:, artifact://, runtime:// or loop: and have no blanks");
        }
        String name = scheme.group(1);
        ReferenceParser parser = new ReferenceParser(text, name.length());
        return switch (name) {
            case "md:" -> parser.section();
            case "action:" -> parser.actionResult();
            case "input:" -> parser.requestInput();
            case "artifact:" -> parser.namedArtifact();
            case "artifact://" -> parser.storedArtifact();
            case "runtime://" -> parser.runtimeRecord();
            default -> parser.loop();
        };
    }

    private ReferenceSyntax section() {
        String id = SectionId.normalize(text.substring(at));
        return id.length() <= SectionId.MAX_CHARACTERS
                ? new Parsed(new Reference.Section(id))
                : malformed("a section id of at most " + SectionId.MAX_CHARACTERS + " characters");
    }

    private ReferenceSyntax actionResult() {
        String id = take(ID);
        if (id == null || !skip(".")) {
            return malformed("action:<id>.output, action:<id>.summary or action:<id>.status");
        }
        int partAt = at;
        ResultPart part = part(take(ID));
        if (part == null) {
            at = partAt;
            return malformed("output, summary or status");
        }
        if (part != ResultPart.OUTPUT) {
            return end(new Reference.ActionResult(id, part, ValuePath.WHOLE));
        }
        ValuePath path = path();
        return path == null ? tooManySteps() : end(new Reference.ActionResult(id, part, path));
    }

    private ReferenceSyntax requestInput() {
        String name = take(ID);
        if (name == null) {
            return malformed("input:<name>, such as input:user.goal");
        }
        ValuePath path = path();
        return path == null ? tooManySteps() : end(new Reference.RequestInput(name, path));
    }

    private ReferenceSyntax namedArtifact() {
        String name = take(PLAIN_NAME);
        return name == null ? malformed("artifact:<name>") : end(new Reference.NamedArtifact(name));
    }

    private ReferenceSyntax storedArtifact() {
        String id = take(STORED);
        return id == null ? malformed("artifact://<id>") : end(new Reference.StoredArtifact(id));
    }

    private ReferenceSyntax runtimeRecord() {
        Matcher record = RECORD.matcher(text).region(at, text.length());
        if (!record.matches()) {
            return malformed("runtime://<run_id>/actions/<id>/output");
        }
        String partName = record.group(3);
        ResultPart part = partName == null ? null : part(partName);
        if (partName != null && part == null) {
            at = record.start(3);
            return malformed("output, summary or status");
        }
        return new Parsed(new Reference.RuntimeRecord(record.group(1), record.group(2), part));
    }

    private ReferenceSyntax loop() {
        if (skip("index")) {
            return end(new Reference.LoopIndex());
        }
        if (!skip("item")) {
            return malformed("loop:item or loop:index");
        }
        ValuePath path = path();
        return path == null ? tooManySteps() : end(new Reference.LoopItem(path));
    }

    /** As many steps as there are; null beyond the limit. */
    private @Nullable ValuePath path() {
        List<ValuePath.Step> steps = new ArrayList<>();
        Matcher step = STEP.matcher(text);
        while (step.region(at, text.length()).lookingAt()) {
            if (steps.size() == ValuePath.MAX_STEPS) {
                return null;
            }
            steps.add(
                    step.group(1) != null
                            ? new ValuePath.Member(step.group(1))
                            : new ValuePath.Index(Integer.parseInt(step.group(2))));
            at = step.end();
        }
        return new ValuePath(steps);
    }

    private static @Nullable ResultPart part(@Nullable String name) {
        return name == null ? null : WireName.find(ResultPart.class, name).orElse(null);
    }

    private @Nullable String take(Pattern pattern) {
        Matcher found = pattern.matcher(text).region(at, text.length());
        if (!found.lookingAt()) {
            return null;
        }
        at = found.end();
        return found.group();
    }

    private boolean skip(String expected) {
        boolean found = text.startsWith(expected, at);
        at += found ? expected.length() : 0;
        return found;
    }

    private ReferenceSyntax end(Reference reference) {
        return at == text.length()
                ? new Parsed(reference)
                : malformed("the end, or a step such as .name or [0] behind output, item or an input");
    }

    private ReferenceSyntax malformed(String expected) {
        return new Malformed(at, "expects " + expected + " at character " + at);
    }

    private ReferenceSyntax tooManySteps() {
        return new Malformed(at, "has more than " + ValuePath.MAX_STEPS + " steps");
    }
}
