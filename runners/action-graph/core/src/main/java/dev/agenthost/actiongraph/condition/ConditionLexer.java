package dev.agenthost.actiongraph.condition;

import dev.agenthost.actiongraph.condition.ConditionToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a condition into tokens. */
final class ConditionLexer {
    /** In order: blank, reference, word, number, symbol. A string is read by hand because of its escapes. */
    private static final Pattern TOKEN = Pattern.compile(
            "(\\s+)|([a-z]+:(?:[\\w.:/-]|\\[\\d+\\])+)|([A-Za-z_]+)|(-?\\d{1,18}(?:\\.\\d{1,18})?)(?![\\w.])|(==|!=|<=|>=|[<>()\\[\\],])");

    /** Operators of other languages, the longest first. */
    private static final Pattern FOREIGN = Pattern.compile("===|!==|<>|=<|=>|&&?|\\|\\|?|!(?!=)|=(?!=)");

    private final String text;
    private final List<ConditionToken> tokens = new ArrayList<>();

    private ConditionLexer(String text) {
        this.text = text;
    }

    static List<ConditionToken> tokens(String text) throws ConditionSyntaxException {
        return new ConditionLexer(text).all();
    }

    private List<ConditionToken> all() throws ConditionSyntaxException {
        Matcher token = TOKEN.matcher(text);
        Matcher foreign = FOREIGN.matcher(text);
        int at = 0;
        while (at < text.length()) {
            char first = text.charAt(at);
            if (first == '"' || first == '\'') {
                at = string(at);
            } else if (foreign.region(at, text.length()).lookingAt()) {
                throw new ConditionSyntaxException(at, "has '" + foreign.group() + "'; write " + own(foreign.group()));
            } else if (token.region(at, text.length()).lookingAt()) {
                add(token);
                at = token.end();
            } else {
                throw new ConditionSyntaxException(at, unexpected(text.codePointAt(at)));
            }
        }
        tokens.add(new ConditionToken(Kind.END, "", text.length()));
        return tokens;
    }

    private static String own(String foreign) {
        return switch (foreign) {
            case "&&", "&" -> "and";
            case "||", "|" -> "or";
            case "!" -> "not";
            case "!==", "<>" -> "!=";
            case "=<" -> "<=";
            case "=>" -> ">=";
            default -> "==";
        };
    }

    private static String unexpected(int character) {
        if (Character.isISOControl(character)) {
            return "has an unexpected control character";
        }
        return "has the unexpected character '" + Character.toString(character) + "'"
                + switch (character) {
                    case '.' -> "; a result is written action:ID.output.NAME";
                    case '+', '-', '*', '/', '%' -> "; there is no arithmetic";
                    default -> "";
                };
    }

    private void add(Matcher token) {
        Kind[] kinds = {Kind.REFERENCE, Kind.WORD, Kind.NUMBER, Kind.SYMBOL};
        for (int i = 0; i < kinds.length; i++) {
            if (token.group(i + 2) != null) {
                tokens.add(new ConditionToken(kinds[i], token.group(), token.start()));
            }
        }
    }

    /** Reads a string and returns the position behind it. A backslash keeps the next character as it is. */
    private int string(int start) throws ConditionSyntaxException {
        StringBuilder value = new StringBuilder();
        for (int i = start + 1; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == text.charAt(start)) {
                tokens.add(new ConditionToken(Kind.STRING, value.toString(), start));
                return i + 1;
            }
            if (Character.isISOControl(character)) {
                throw new ConditionSyntaxException(i, "has a control character in a string");
            }
            if (character == '\\' && i + 1 < text.length()) {
                i++;
            }
            value.append(text.charAt(i));
        }
        throw new ConditionSyntaxException(start, "has a string without its closing quote");
    }
}
