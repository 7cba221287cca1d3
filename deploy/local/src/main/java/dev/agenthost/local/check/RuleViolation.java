package dev.agenthost.local.check;

/**
 * What is wrong with a record; repeats nothing of it.
 *
 * @param rule the kind of wrong, as dead letters name it, or the rule of our own topics that is broken
 * @param field the path of what is wrong, as JSON names it, the name of a header, {@code key} or {@code partition}; {@code $} for the
 *     whole record
 * @param why the rest of a sentence that begins with the field
 */
public record RuleViolation(String rule, String field, String why) {

    /** Something that is ignored: the record is not wrong. */
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
