package dev.agenthost.walk.box;

import org.junit.jupiter.api.Assumptions;

/** What a test needs of this machine and does not find. */
public final class MissingPrerequisite {

    private MissingPrerequisite() {}

    /** Says so and skips the test; under {@code CI=true}, where everything must be tested, it is a failure. */
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
