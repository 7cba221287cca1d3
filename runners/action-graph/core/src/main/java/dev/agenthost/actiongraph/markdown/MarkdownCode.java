package dev.agenthost.actiongraph.markdown;

/** Regular expressions of code in Markdown, for texts in which code is left as it is. The groups have names; each pattern is used once. */
public final class MarkdownCode {
    /** A fenced block, also one without its end: groups {@code fence}, {@code mark} and {@code info}. Needs DOTALL and MULTILINE. */
    static final String FENCED_BLOCK = """
            ^[ \\t]{0,3}(?<fence>(?<mark>[`~])\\k<mark>{2,}+)(?!(?<=`)[^\\n]*`)(?<info>[^\\n]*)\
            (?:\\n.*?)??(?:\\n[ \\t]{0,3}\\k<fence>\\k<mark>*[ \\t\\r]*$|\\z)""";

    /** A span of code in one line: group {@code ticks}. */
    public static final String SPAN = "(?<!`)(?<ticks>`++)[^`\\n]++\\k<ticks>(?!`)";

    private MarkdownCode() {}
}
