package dev.agenthost.walk.box;

import org.junit.jupiter.api.Assumptions;

/** A prerequisite of a test that this machine lacks. */
public final class MissingPrerequisite {

    private MissingPrerequisite() {}

    /** Prints the reason and skips the test; under {@code CI=true}, where every test must run, the test fails. */
    public static void skips(String why) {
        skips(why, System.getenv("CI"));
    }

    static void skips(String why, String ci) {
        System.out.println(why);
        if ("true".equals(ci)) {
            throw new AssertionError(why);
        }
        Assumptions.abort(why);
    }
}
