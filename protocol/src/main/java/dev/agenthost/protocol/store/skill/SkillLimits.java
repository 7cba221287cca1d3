package dev.agenthost.protocol.store.skill;

import java.util.regex.Pattern;

/** What may be a skill: the same for who asks and for who keeps. */
public final class SkillLimits {
    /** Of a display name, in characters. */
    public static final int DISPLAY_NAME = 100;
    /** Of a description, in characters. */
    public static final int DESCRIPTION = 1_024;
    /** Of instructions, in bytes of UTF-8. */
    public static final int INSTRUCTIONS_BYTES = 64 * 1024;
    /** Of its files together with their names, in bytes of UTF-8. */
    public static final int FILES_BYTES = 256 * 1024;
    /** Of one skill. */
    public static final int MOST_FILES = 32;
    /** Of a run: skills whose facts are asked for at its start. */
    public static final int MOST_NAMED = 1_000;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    private SkillLimits() {}

    /** Whether a skill could have that name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }
}
