package dev.agenthost.protocol.store.skill;

import java.util.regex.Pattern;

/** The limits of skills, the same for run-orchestrator and context-store. */
public final class SkillLimits {
    /** Longest display name, in characters. */
    public static final int DISPLAY_NAME = 100;
    /** Longest description, in characters. */
    public static final int DESCRIPTION = 1_024;
    /** Largest instructions, in bytes of UTF-8. */
    public static final int INSTRUCTIONS_BYTES = 64 * 1024;
    /** Largest total of a skill's files and their names, in bytes of UTF-8. */
    public static final int FILES_BYTES = 256 * 1024;
    /** Most files of one skill. */
    public static final int MOST_FILES = 32;
    /** Most skills of a run whose metadata is requested at its start. */
    public static final int MOST_NAMED = 1_000;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    private SkillLimits() {}

    /** Returns true if the text is a valid skill name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }
}
