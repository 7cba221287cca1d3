package dev.agenthost.im.discord.rendering;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the Markdown of Discord as its client shows it: rules in the order of the public parser that the client is based on, each of which
 * matches at the beginning of the rest. It is written from the description of the rules and not from the code under test; that the client
 * has these rules is assumed.
 */
final class DiscordMarkdownReader {
    private static final Pattern BLOCK =
            Pattern.compile("```(?:([a-zA-Z0-9_+\\-.#]+?)\\n)?\\n*([^\\n][\\s\\S]*?)\\n*```");
    private static final Pattern ESCAPE = Pattern.compile("\\\\([^0-9A-Za-z\\s])");
    private static final Pattern AUTOLINK = Pattern.compile("<(https?://[^ >]+)>", Pattern.CASE_INSENSITIVE);
    private static final Pattern MASKED = Pattern.compile(
            "\\[((?:\\[[^\\]]*\\]|\\\\[\\s\\S]|[^\\[\\]\\\\])*)\\]\\((https?://[^\\s()<>]+)\\)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern STRONG = Pattern.compile("\\*\\*((?:\\\\[\\s\\S]|[^\\\\])+?)\\*\\*(?!\\*)");
    private static final Pattern UNDERLINE = Pattern.compile("__((?:\\\\[\\s\\S]|[^\\\\])+?)__(?!_)");
    private static final Pattern EMPHASIS = Pattern.compile("\\b_((?:__|\\\\[\\s\\S]|[^\\\\_])+?)_\\b(?!_)"
            + "|_((?:__|\\\\[\\s\\S]|[^\\\\_])+?)_(?![\\p{L}\\p{N}_])"
            + "|\\*(?=\\S)((?:\\*\\*|\\\\[\\s\\S]|\\s+(?:\\\\[\\s\\S]|[^\\s*\\\\]|\\*\\*)|[^\\s*\\\\])+?)\\*(?!\\*)");
    private static final Pattern STRIKE = Pattern.compile("~~([\\s\\S]+?)~~(?!_)");
    private static final Pattern SPOILER = Pattern.compile("\\|\\|([\\s\\S]+?)\\|\\|");
    private static final Pattern CODE = Pattern.compile("(`+)([\\s\\S]*?[^`])\\1(?!`)");
    private static final Pattern REFERENCE =
            Pattern.compile("<(?:@[!&]?|#|a?:\\w+:|t:|id:|/[^:]+:)[^>]*>|@everyone|@here|:\\w+:");

    /** Stands for whatever the client shows instead of a reference. */
    static final String REFERRED = "\u0001";

    private DiscordMarkdownReader() {}

    /** Returns the words that the client shows. */
    static String shown(String markdown) {
        StringBuilder out = new StringBuilder();
        Matcher block = BLOCK.matcher(markdown);
        int from = 0;
        while (block.find(from)) {
            if (isEscaped(markdown, block.start())) {
                throw new AssertionError("an escaped fence: " + markdown);
            }
            lines(markdown.substring(from, block.start()), out);
            out.append(block.group(2)).append('\n');
            from = block.end();
        }
        lines(markdown.substring(from), out);
        return out.toString();
    }

    private static boolean isEscaped(String text, int at) {
        return at > 0 && text.charAt(at - 1) == '\\';
    }

    private static void lines(String text, StringBuilder out) {
        for (String line : text.split("\n", -1)) {
            String rest = line.replaceFirst("^> ", "");
            rest = rest.replaceFirst("^#{1,3} +", "");
            rest = rest.replaceFirst("^( *)[-*] +(?=\\S)", "$1• ");
            out.append(words(rest, 0)).append('\n');
        }
    }

    private static String words(String text, int depth) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            at += step(text.substring(at), out, depth);
        }
        return out.toString();
    }

    private static int step(String rest, StringBuilder out, int depth) {
        Matcher escape = ESCAPE.matcher(rest);
        if (escape.lookingAt()) {
            out.append(escape.group(1));
            return escape.end();
        }
        Matcher link = AUTOLINK.matcher(rest);
        if (link.lookingAt()) {
            out.append(link.group(1));
            return link.end();
        }
        Matcher masked = MASKED.matcher(rest);
        if (masked.lookingAt()) {
            out.append(words(masked.group(1), depth + 1));
            return masked.end();
        }
        Matcher reference = REFERENCE.matcher(rest);
        if (reference.lookingAt()) {
            out.append(REFERRED);
            return reference.end();
        }
        Matcher code = CODE.matcher(rest);
        if (code.lookingAt()) {
            out.append(code.group(2));
            return code.end();
        }
        return emphasis(rest, out, depth);
    }

    /** Of several signs that match, the longest match wins. */
    private static int emphasis(String rest, StringBuilder out, int depth) {
        Matcher best = null;
        for (Pattern pattern : List.of(STRONG, UNDERLINE, EMPHASIS, STRIKE, SPOILER)) {
            Matcher matcher = pattern.matcher(rest);
            if (matcher.lookingAt() && (best == null || matcher.end() > best.end())) {
                best = matcher;
            }
        }
        if (best == null || depth > 20) {
            out.append(rest.charAt(0));
            return 1;
        }
        for (int group = 1; group <= best.groupCount(); group++) {
            if (best.group(group) != null) {
                out.append(words(best.group(group), depth + 1));
            }
        }
        return best.end();
    }
}
