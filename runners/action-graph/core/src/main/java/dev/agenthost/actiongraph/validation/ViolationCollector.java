package dev.agenthost.actiongraph.validation;

import java.util.ArrayList;
import java.util.List;

/** Collects the errors and warnings of one reading. Keeps at most {@value #MOST} of each, the first ones. */
public final class ViolationCollector {
    /** Most errors, and most warnings, that are kept. */
    public static final int MOST = 200;

    private final List<Violation> errors = new ArrayList<>();
    private final List<Violation> warnings = new ArrayList<>();
    private int errorCount;

    /** Adds an error: the declaration is not accepted. */
    public void error(String path, Rule rule, String message) {
        errorCount++;
        add(errors, new Violation(path, rule, message));
    }

    /** Adds a warning: the declaration is accepted without what the warning names. */
    public void warn(String path, Rule rule, String message) {
        add(warnings, new Violation(path, rule, message));
    }

    /** Number of errors so far, those beyond {@value #MOST} included. A reader compares two counts to see whether a part is valid. */
    public int errorCount() {
        return errorCount;
    }

    public List<Violation> errors() {
        return List.copyOf(errors);
    }

    public List<Violation> warnings() {
        return List.copyOf(warnings);
    }

    private static void add(List<Violation> violations, Violation violation) {
        if (violations.size() < MOST) {
            violations.add(violation);
        }
    }
}
