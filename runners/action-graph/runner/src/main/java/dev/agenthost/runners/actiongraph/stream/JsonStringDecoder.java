package dev.agenthost.runners.actiongraph.stream;

/** Decodes one JSON string, character by character, after its opening quotation mark. A character of two units is released whole. */
final class JsonStringDecoder {
    private static final int HEX_DIGITS = 4;
    private static final int HEX = 16;

    private final StringBuilder hex = new StringBuilder();
    private boolean isEscaped;
    private boolean isHex;
    private boolean hasEnded;
    private boolean isInvalid;
    private char high;

    /** Takes the next character; returns the decoded text that it completes, which may be empty. */
    String add(char next) {
        if (isHex) {
            return hex(next);
        }
        if (isEscaped) {
            isEscaped = false;
            return escape(next);
        }
        switch (next) {
            case '"' -> hasEnded = true;
            case '\\' -> isEscaped = true;
            default -> {
                isInvalid = next < ' ';
                return isInvalid ? "" : whole(next);
            }
        }
        return "";
    }

    /** Returns true after the closing quotation mark. */
    boolean hasEnded() {
        return hasEnded;
    }

    /** Returns true if this is no JSON string. */
    boolean isInvalid() {
        return isInvalid;
    }

    private String escape(char next) {
        return switch (next) {
            case '"', '\\', '/' -> whole(next);
            case 'b' -> whole('\b');
            case 'f' -> whole('\f');
            case 'n' -> whole('\n');
            case 'r' -> whole('\r');
            case 't' -> whole('\t');
            case 'u' -> {
                isHex = true;
                hex.setLength(0);
                yield "";
            }
            default -> {
                isInvalid = true;
                yield "";
            }
        };
    }

    private String hex(char next) {
        if (Character.digit(next, HEX) < 0) {
            isInvalid = true;
            return "";
        }
        hex.append(next);
        if (hex.length() < HEX_DIGITS) {
            return "";
        }
        isHex = false;
        return whole((char) Integer.parseInt(hex.toString(), HEX));
    }

    private String whole(char unit) {
        if (high != 0) {
            String pair = new String(new char[] {high, unit});
            isInvalid = !Character.isLowSurrogate(unit);
            high = 0;
            return isInvalid ? "" : pair;
        }
        if (Character.isHighSurrogate(unit)) {
            high = unit;
            return "";
        }
        return String.valueOf(unit);
    }
}
