package dev.agenthost.local.check;

/**
 * An error in a record; contains no value of the record.
 *
 * @param rule the reason as in dead letters, or the broken rule of our own topics
 * @param field the JSON path of the error, the name of a header, {@code key} or {@code partition}; {@code $} for the whole record
 * @param why the rest of a sentence that begins with the field
 */
public record RuleViolation(String rule, String field, String why) {

    /** A warning about an ignored part: the record is valid. */
    public static RuleViolation warning(String sentence) {
        return of("warning", sentence);
    }

    /** Reads a sentence that begins with the field. */
    static RuleViolation of(String rule, String sentence) {
        int space = sentence.indexOf(' ');
        return space < 0
                ? new RuleViolation(rule, "$", sentence)
                : new RuleViolation(rule, sentence.substring(0, space), sentence.substring(space + 1));
    }
}
